// The SQL that removes what is old of payments. The payments themselves stay, as the ledger does.
import { sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';

export function sweepRepository(queries: Queries) {
  const removed = async (statement: ReturnType<typeof sql>): Promise<number> =>
    Number((await statement.execute(queries)).numAffectedRows ?? 0);
  return {
    /** Events of before, at most `limit` of them; answers how many. */
    events: (before: number, limit: number) =>
      removed(sql`
        delete from payment_events where (provider, event_id, state) in (
          select provider, event_id, state from payment_events where at < ${before} order by at limit ${limit})`),

    /** Top-ups of before that no payment was ever opened for. */
    topups: (before: number, limit: number) =>
      removed(sql`
        delete from payment_topups where id in (
          select id from payment_topups t where created_at < ${before}
            and not exists (select 1 from payments where order_id = t.id) order by created_at limit ${limit})`),
  };
}
