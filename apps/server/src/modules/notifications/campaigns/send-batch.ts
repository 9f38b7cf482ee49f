// Sends a message to many people in jobs that survive restarts, resume where they stopped and notify no user twice.
import { MS_PER_MINUTE, MS_PER_SECOND } from '@kerb/domain/kernel';
import { z } from 'zod';
import type { JobHandlers } from '../../../kit/index.ts';
import { audienceOf, type Campaign, sourceOf } from './campaign.ts';
import type { CampaignsDeps } from './campaigns.deps.ts';
import { publishCampaignChanged } from './campaigns.events.ts';
import { campaignsRepository } from './campaigns.repository.ts';
import { addBatch, BATCH_JOB } from './send-campaign.ts';

export const RESUME_JOB = 'notifications.resume-sending';

/** People in memory, and in one transaction, at once. */
export const BATCH = 200;
/**
 * Once all notices are stored, deliveries are counted: soon at first, and less often the longer they take, which
 * may be a day while a push service is down.
 */
export const countAgainMs = (sinceBegun: number): number =>
  Math.min(MS_PER_MINUTE, Math.max(2 * MS_PER_SECOND, sinceBegun / 10));
/** A batch takes seconds: one whose server stopped is resumed after this. */
const STUCK_MS = 2 * MS_PER_MINUTE;
/** More are never sent at once. */
const MOST_STUCK = 100;

const job = z.object({ id: z.uuid() });

export function createBatchJobs(deps: Omit<CampaignsDeps, 'settings' | 'ids'>): JobHandlers {
  const { db, withTx, clock, identity, addNotices, countsOf } = deps;
  const campaigns = campaignsRepository(db);

  /** The notices and how far they have come are one transaction: after a crash the next batch is the right one. */
  async function addBatchOf({ id, title, body, queuedUntil: from, ...meant }: Campaign): Promise<void> {
    const page = await identity.pageWithDevice(audienceOf(meant), { after: from, limit: BATCH });
    const source = sourceOf(id);
    await withTx(async (tx) => {
      const now = await campaignsRepository(tx).lock(id);
      // Another run of the same batch was here first.
      if (now?.status !== 'sending' || now.queuedUntil !== from || now.queuedAll) return;
      await addNotices(
        tx,
        page.map((uid) => ({ uid, source, kind: 'message', title, body })),
      );
      const all = page.length < BATCH;
      await campaignsRepository(tx).queuedUntil(id, { until: page.at(-1) ?? from, all, now: clock.now() });
      await addBatch(tx, id);
    });
  }

  /** Counts the deliveries; the campaign is sent once all notices are stored and none is pending. */
  async function count({ id, sent, failed }: Campaign, isComplete: boolean): Promise<void> {
    const counts = await countsOf(sourceOf(id));
    const finished = isComplete && counts.waiting === 0;
    await withTx(async (tx) => {
      const now = await campaignsRepository(tx).lock(id);
      if (now?.status !== 'sending') return;
      await campaignsRepository(tx).counted(id, { ...counts, finished, now: clock.now() });
      if (finished || counts.sent !== sent || counts.failed !== failed) await publishCampaignChanged(tx, id);
      if (isComplete && !finished) {
        const begun = now.startedAt ?? clock.now();
        await addBatch(tx, id, clock.now() + countAgainMs(clock.now() - begun));
      }
    });
  }

  return {
    async [BATCH_JOB](payload) {
      const campaign = await campaigns.find(job.parse(payload).id);
      if (campaign?.status !== 'sending') return;
      if (!campaign.queuedAll) await addBatchOf(campaign);
      await count(campaign, campaign.queuedAll);
    },
    async [RESUME_JOB]() {
      for (const id of await campaigns.stuckSince(clock.now() - STUCK_MS, MOST_STUCK))
        await withTx((tx) => addBatch(tx, id));
    },
  };
}
