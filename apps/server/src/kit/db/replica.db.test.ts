// Tests reads from a streaming replica that replays late, has stopped replaying, is unavailable, or belongs to another
// cluster.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded.ts';
import { makeReplica, type ReplicaOptions, startReplica } from '../testing/replica.ts';
import { withAdmin } from '../testing/template.ts';
import { waitFor } from '../testing/wait-for.ts';
import { type Database, openDatabase } from './database.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-replica-'));
/** Replay delay of the replica, ms; shorter than the time for which a read waits. */
const DELAY_MS = 40;
let primary: EmbeddedPostgres;
let options: ReplicaOptions;
let replica: EmbeddedPostgres;
let database: Database;
let changes: (string | null)[] = [];

const open = (replicaUrl: string): Database =>
  openDatabase({
    connectionString: primary.url(),
    replicaUrl,
    onReplica: (reason) => changes.push(reason),
  });

beforeAll(async () => {
  const home = join(folder, 'primary');
  primary = await startEmbeddedPostgres({ folder: home, settings: { wal_keep_size: '256MB' } });
  await withAdmin(primary.url(), (client) => client.query('create table counted (value int not null)'));
  options = {
    primary: { url: primary.url(), folder: home },
    folder: join(folder, 'replica'),
    settings: { recovery_min_apply_delay: `${DELAY_MS}ms` },
  };
  replica = await makeReplica(options);
  database = open(replica.url());
}, 120_000);
afterEach(() => {
  changes = [];
});
afterAll(async () => {
  await database.close();
  await replica.stop();
  await primary.stop();
  rmSync(folder, { recursive: true, force: true });
});

let last = 0;
/** Inserts a number higher than all earlier ones. */
async function add(): Promise<number> {
  last += 1;
  await sql`insert into counted values (${last})`.execute(database.queries);
  return last;
}
async function newest(from: Database = database): Promise<number> {
  const { rows } = await sql<{ newest: number }>`select max(value) as newest from counted`.execute(
    from.reads,
  );
  return rows[0]?.newest ?? 0;
}
async function comesFromReplica(from: Database = database): Promise<boolean> {
  const { rows } = await sql<{ follows: boolean }>`select pg_is_in_recovery() as follows`.execute(from.reads);
  return rows[0]?.follows === true;
}
const untilBack = () => waitFor(() => comesFromReplica(), 'reads from the replica');
const onReplica = (statement: string) =>
  withAdmin(replica.url(), async (client) => (await client.query(statement)).rows);

it('a read sees every earlier write, on a replica that replays commits late', async () => {
  const before = database.replica?.answered().replica ?? 0;
  let stale = 0;
  await withAdmin(replica.url(), async (client) => {
    for (let turn = 0; turn < 20; turn += 1) {
      const written = await add();
      // A read without waiting for replay returns the old state.
      const { rowCount } = await client.query('select from counted where value = $1', [written]);
      if (rowCount === 0) stale += 1;
      expect(await newest()).toBe(written);
    }
  });
  expect(stale).toBeGreaterThan(0);
  expect(database.replica?.answered().replica).toBeGreaterThan(before);
});

it('a replica that stops replaying is not used, and used again when it has caught up', async () => {
  await onReplica('select pg_wal_replay_pause()');
  await add();
  expect(await newest()).toBe(last);
  expect(database.replica?.isInUse()).toBe(false);
  await add();
  expect(await newest()).toBe(last);
  expect(changes).toEqual([expect.stringMatching(/behind the primary/)]);
  await onReplica('select pg_wal_replay_resume()');
  await untilBack();
  expect(await newest()).toBe(last);
  expect(changes).toEqual([expect.anything(), null]);
});

it('no read fails when a replica stops during reads', async () => {
  await add();
  const reads = Array.from({ length: 40 }, () => newest());
  await replica.stop();
  expect(new Set(await Promise.all(reads))).toEqual(new Set([last]));
  await add();
  expect(await newest()).toBe(last);
  expect(await comesFromReplica()).toBe(false);
  replica = await startReplica(options);
  await untilBack();
  expect(await newest()).toBe(last);
  expect(changes).toEqual([expect.any(String), null]);
});

it('an invalid statement, or one that begins a transaction, fails without marking the replica as lost', async () => {
  await expect(sql`select 1 / 0`.execute(database.reads)).rejects.toThrow(/division by zero/);
  await expect(database.reads.transaction().execute(async () => undefined)).rejects.toThrow(
    /begins no transaction/,
  );
  expect(database.replica?.isInUse()).toBe(true);
});

it('a replica that rejects the connection is not used, and the primary answers', async () => {
  const url = new URL(replica.url());
  url.pathname = '/missing';
  const rejected = open(url.href);
  try {
    expect(await newest(rejected)).toBe(last);
    expect(rejected.replica?.isInUse()).toBe(false);
    expect(changes).toEqual([expect.stringContaining('does not exist')]);
  } finally {
    await rejected.close();
  }
});

it('another cluster, and the primary itself, are not used as replicas', async () => {
  const others = [
    [inject('kerbDatabaseUrl'), /another database cluster/],
    [primary.url(), /not a replica any more/],
  ] as const;
  for (const [url, reason] of others) {
    const wrong = open(url);
    await add();
    expect(await newest(wrong)).toBe(last);
    expect(await comesFromReplica(wrong)).toBe(false);
    expect(wrong.replica?.answered().replica).toBe(0);
    expect(changes.at(-1)).toMatch(reason);
    await wrong.close();
  }
});
