// Tests of campaigns on a real database: concurrent edits of drafts, sending once, and batches that resume after a
// crash.
import { fakeClock, testId } from '@kerb/testing';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidV7 } from '../../../adapters/clock/system-clock.ts';
import { createTestDatabase } from '../../../kit/testing/test-database.ts';
import type { Audience } from './campaign.ts';
import type { CampaignNotice } from './campaigns.deps.ts';
import { createAddCampaign, createDeleteCampaign, createEditCampaign } from './edit-campaigns.ts';
import { createListCampaigns } from './list-campaigns.ts';
import { BATCH, countAgainMs, createBatchJobs, RESUME_JOB } from './send-batch.ts';
import { BATCH_JOB, createSendCampaign } from './send-campaign.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

const clock = fakeClock();
let critical = true;
/** Uids of the recipients, in order. */
let people: string[] = [];
let asked: Audience | null = null;
const added = new Map<string, CampaignNotice>();
let largest = 0;
let reached = { waiting: 0, failed: 0 };
/** Hook that runs after the notices are stored and before the commit. */
let onAdding = async (): Promise<void> => undefined;

const deps = {
  db: database.queries,
  withTx: database.withTx,
  clock,
  ids: uuidV7,
  settings: { get: async () => ({ AllowCriticalEditsAdmin: critical }) },
  identity: {
    async countWithDevice(audience: Audience) {
      asked = audience;
      return people.length;
    },
    async pageWithDevice(_: Audience, { after, limit }: { after: string | null; limit: number }) {
      return people.filter((uid) => after === null || uid > after).slice(0, limit);
    },
  },
  async addNotices(_: unknown, notices: readonly CampaignNotice[]) {
    await onAdding();
    largest = Math.max(largest, notices.length);
    for (const notice of notices) {
      expect(added.has(`${notice.source} ${notice.uid}`), 'added twice').toBe(false);
      added.set(`${notice.source} ${notice.uid}`, notice);
    }
  },
  async countsOf(source: string) {
    const all = [...added.values()].filter((notice) => notice.source === source).length;
    return { ...reached, sent: all - reached.waiting - reached.failed };
  },
};
const add = createAddCampaign(deps);
const edit = createEditCampaign(deps);
const remove = createDeleteCampaign(deps);
const list = createListCampaigns(deps);
const sendVersion = createSendCampaign(deps);
/** Sends the first version, which no test but one edits. */
const send = (id: string) => sendVersion(id, 1);
const jobs = createBatchJobs(deps);

const words = {
  devicetype: 'All',
  usertype: 'rider',
  title: 'Road works',
  body: 'Allow more time.',
} as const;
const code = async (doing: Promise<unknown>): Promise<string> => {
  const error: unknown = await doing.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error !== null && typeof error === 'object' && 'code' in error ? String(error.code) : 'none';
};
const now = async (id: string) => (await list({ limit: 200 })).items.find((one) => one.id === id);
const batch = (id: string) => jobs[BATCH_JOB]?.({ id });
/** Runs the jobs until no batch is waiting. */
async function runAll(id: string): Promise<void> {
  for (let runs = 0; (await now(id))?.status === 'sending' && runs < 500; runs += 1) await batch(id);
}

beforeEach(async () => {
  await database.pool.query('delete from notification_campaigns');
  await database.asOwner.query('delete from graphile_worker._private_jobs');
  people = Array.from({ length: 450 }, (_, index) => testId(index + 1));
  added.clear();
  critical = true;
  largest = 0;
  asked = null;
  reached = { waiting: 0, failed: 0 };
  onAdding = async () => undefined;
});

describe('a draft', () => {
  it('stores its text as it was typed, and is listed newest first, page by page', async () => {
    const typed = { ...words, title: '🚕 مرحبا <b>', body: 'One\nTwo & "three" %_' };
    const first = await add(typed);
    expect(first).toMatchObject({ ...typed, status: 'draft', version: 1, matched: 0 });
    clock.advance(1);
    const second = await add(words);
    const page = await list({ limit: 1 });
    expect(page.items.map(({ id }) => id)).toEqual([second.id]);
    const next = await list({ limit: 1, cursor: page.nextCursor ?? '' });
    expect([next.items.map(({ id }) => id), next.nextCursor]).toEqual([[first.id], null]);
    expect((await list({ limit: 9, q: '%_' })).items.map(({ id }) => id)).toEqual([first.id]);
    expect((await list({ limit: 9, q: 'ROAD\0' })).items.map(({ id }) => id)).toEqual([second.id]);
    expect(await code(list({ limit: 1, cursor: 'nonsense' }))).toBe('invalid_input');
  });

  it('edited by two admins at the same version gives the second a conflict, and loses no change', async () => {
    const { id, version } = await add(words);
    const edits = await Promise.all(
      ['One', 'Two'].map((title) => code(edit(id, { ...words, title, version }))),
    );
    expect(edits.toSorted()).toEqual(['conflict', 'none']);
    expect((await now(id))?.version).toBe(2);
    expect(await code(edit(uuidV7.next(), { ...words, version }))).toBe('not_found');
  });

  it('cannot be created, edited, deleted or sent while critical edits are off', async () => {
    const { id, version } = await add(words);
    critical = false;
    for (const doing of [add(words), edit(id, { ...words, version }), remove(id), send(id)])
      expect(await code(doing)).toBe('demo_mode');
    critical = true;
    await remove(id);
    expect(await code(remove(id))).toBe('not_found');
    expect(await code(send(id))).toBe('not_found');
  });
});

describe('sending', () => {
  it('reaches all recipients in batches, counts accepted messages, and then has status sent', async () => {
    const { id } = await add({ ...words, usertype: 'All', devicetype: 'IOS' });
    expect(await send(id)).toMatchObject({ status: 'sending', matched: 450, startedAt: clock.now() });
    expect(asked).toEqual({ usertypes: ['rider', 'driver'], platform: 'IOS' });
    reached = { waiting: 50, failed: 0 };
    for (let runs = 0; runs < 4; runs += 1) await batch(id);
    expect(await now(id)).toMatchObject({ status: 'sending', sent: 400, failed: 0 });
    reached = { waiting: 0, failed: 3 };
    await runAll(id);
    expect(await now(id)).toMatchObject({ status: 'sent', sent: 447, failed: 3, finishedAt: clock.now() });
    expect([added.size, largest]).toEqual([450, BATCH]);
    expect([...added.values()][0]).toMatchObject({
      title: words.title,
      body: words.body,
      kind: 'message',
      onlyPlatform: 'IOS',
    });
  });

  it('happens once, however many requests arrive at once', async () => {
    const { id } = await add(words);
    const answers = await Promise.all([send(id), send(id), send(id)].map(code));
    expect(answers.toSorted()).toEqual(['already_processed', 'already_processed', 'none']);
    await runAll(id);
    expect(await code(send(id))).toBe('already_processed');
    expect(added.size).toBe(450);
  });

  it('rejects a draft that was edited since the admin read it', async () => {
    const { id, version } = await add(words);
    await edit(id, { ...words, usertype: 'All', version });
    expect(await code(sendVersion(id, version))).toBe('conflict');
    expect((await now(id))?.status).toBe('draft');
    expect(await sendVersion(id, version + 1)).toMatchObject({ status: 'sending', usertype: 'All' });
  });

  it('is rejected when no user matches, and the draft remains', async () => {
    people = [];
    const { id } = await add(words);
    expect(await code(send(id))).toBe('no_user_match');
    expect((await now(id))?.status).toBe('draft');
  });

  it('prevents edits and deletion meanwhile; a sent campaign can be deleted', async () => {
    const { id, version } = await add(words);
    await send(id);
    expect(await code(edit(id, { ...words, version }))).toBe('conflict');
    expect(await code(remove(id))).toBe('conflict');
    await runAll(id);
    await remove(id);
    expect([await now(id), added.size]).toEqual([undefined, 450]);
    await batch(id);
  });

  it('resumes after a crash at its position, and a batch that runs twice at once notifies each user once', async () => {
    const { id } = await add(words);
    await send(id);
    await batch(id);
    onAdding = () => Promise.reject(new Error('The power went'));
    await expect(batch(id)).rejects.toThrow('The power went');
    onAdding = async () => undefined;
    expect(added.size).toBe(BATCH);
    await Promise.all([batch(id), batch(id), batch(id)]);
    await runAll(id);
    expect([added.size, (await now(id))?.status]).toEqual([450, 'sent']);
  });

  it('is counted at growing intervals, at least once a minute', async () => {
    expect([0, 100_000, 86_400_000].map(countAgainMs)).toEqual([2_000, 10_000, 60_000]);
    const { id } = await add(words);
    await send(id);
    reached = { waiting: 1, failed: 0 };
    for (let runs = 0; runs < 4; runs += 1) await batch(id);
    clock.advance(3_600_000);
    await batch(id);
    const { rows } = await database.pool.query('select run_at from graphile_worker.jobs');
    expect(rows.map(({ run_at }) => run_at.getTime())).toEqual([clock.now() + 60_000]);
    reached = { waiting: 0, failed: 0 };
    await batch(id);
    expect((await now(id))?.status).toBe('sent');
  });

  it('is resumed by another server when the sending server stopped', async () => {
    const { id } = await add(words);
    await send(id);
    await database.asOwner.query('delete from graphile_worker._private_jobs');
    await jobs[RESUME_JOB]?.({});
    expect(await waiting()).toBe(0);
    clock.advance(3 * 60_000);
    await jobs[RESUME_JOB]?.({});
    await jobs[RESUME_JOB]?.({});
    expect(await waiting()).toBe(1);
  });
});

async function waiting(): Promise<number> {
  const { rows } = await database.pool.query('select count(*)::int as jobs from graphile_worker.jobs');
  return rows[0].jobs;
}
