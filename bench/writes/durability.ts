// Checks that the commits of a benchmark are durable: PostgreSQL's settings, and the actual flushes to disk.
import type pg from 'pg';

const durable = ['fsync', 'synchronous_commit', 'full_page_writes'] as const;

/** Settings of a role or database would apply to the server's sessions but not to this one. */
export async function expectDurableSettings(client: pg.Client): Promise<void> {
  for (const name of durable) {
    const { rows } = await client.query<Record<string, string>>(`show ${name}`);
    if (rows[0]?.[name] !== 'on') throw new Error(`A check is missing: ${name} is ${rows[0]?.[name]}`);
  }
  const { rows } = await client.query<{ setting: string }>(
    'select unnest(setconfig) as setting from pg_db_role_setting',
  );
  const own = rows.find(({ setting }) => durable.some((name) => setting.startsWith(`${name}=`)));
  if (own !== undefined) throw new Error(`A check is missing: a role or database has ${own.setting}`);
}

/** Number of flushes of the write-ahead log by client connections. */
async function clientFlushes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ flushes: string }>(
    `select coalesce(sum(fsyncs), 0) as flushes from pg_stat_io
     where object = 'wal' and backend_type = 'client backend'`,
  );
  return Number(rows[0]?.flushes);
}

const POLL_INTERVAL_MS = 100;
/** Sessions report their counts with a delay of up to a second, or with their next statement. */
const REPORTED_WITHIN_MS = 15_000;

/**
 * Runs the changes one after the other. Throws unless each made a connection of the server flush its commit: with fsync
 * or synchronous_commit off, there is no flush, or another process flushes later.
 */
export async function expectFlushes(
  client: pg.Client,
  changes: number,
  change: (index: number) => Promise<unknown>,
): Promise<void> {
  const before = await clientFlushes(client);
  for (let index = 0; index < changes; index += 1) await change(index);
  const deadline = performance.now() + REPORTED_WITHIN_MS;
  while ((await clientFlushes(client)) - before < changes) {
    if (performance.now() > deadline)
      throw new Error(
        `A check is missing: ${changes} commits made ${(await clientFlushes(client)) - before} flushes`,
      );
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}
