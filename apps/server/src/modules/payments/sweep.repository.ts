// The SQL that deletes old provider events and unused top-ups. Payments are never deleted, nor is the ledger.
import { sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';

export function sweepRepository(queries: Queries) {
  const removed = async (statement: ReturnType<typeof sql>): Promise<number> =>
    Number((await statement.execute(queries)).numAffectedRows ?? 0);
  return {
    /** Deletes at most `limit` events older than `before` (ms since the epoch); returns their number. */
    events: (before: number, limit: number) =>
      removed(sql`
        delete from payment_events where (provider, event_id, state) in (
          select provider, event_id, state from payment_events where at < ${before} order by at limit ${limit})`),

    /** Deletes at most `limit` top-ups older than `before` for which no payment was opened; returns their number. */
    topups: (before: number, limit: number) =>
      removed(sql`
        delete from payment_topups where id in (
          select id from payment_topups t where created_at < ${before}
            and not exists (select 1 from payments where order_id = t.id) order by created_at limit ${limit})`),
  };
}
