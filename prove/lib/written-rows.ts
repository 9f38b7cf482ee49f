// Counts the rows that calls insert, update and delete, by triggers on every table.
import type pg from 'pg';

/** Tables that every call with a key or a session writes, which is not an effect of the call. */
const uncountedTables = ['idempotency_keys', 'proof_written_rows'];
/** Each call updates the time of the last use of its session. */
const uncountedUpdates = ['sessions'];

/** Number of rows by operation and table, as "insert bookings". */
export type WrittenRows = Readonly<Record<string, number>>;

export interface RowCounter {
  /** The rows that were committed since the last call of `take`. */
  take(): Promise<WrittenRows>;
}

export async function createRowCounter(asOwner: Pick<pg.Pool, 'query'>): Promise<RowCounter> {
  await asOwner.query(`
    create table proof_written_rows (relation text not null, operation text not null);
    create function proof_count_row() returns trigger language plpgsql security definer as $$
      begin
        insert into public.proof_written_rows values (tg_table_name, lower(tg_op));
        return null;
      end $$`);
  const { rows } = await asOwner.query<{ relation: string; name: string }>(
    `select c.oid::regclass::text as relation, c.relname as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and (n.nspname = 'public' or (n.nspname = 'graphile_worker' and c.relname = '_private_jobs'))
       and not c.relname = any($1)`,
    [uncountedTables],
  );
  for (const { relation, name } of rows) {
    const operations = uncountedUpdates.includes(name) ? 'insert or delete' : 'insert or update or delete';
    await asOwner.query(
      `create trigger proof_count_row after ${operations} on ${relation} for each row execute function proof_count_row()`,
    );
  }
  return {
    async take() {
      const { rows: taken } = await asOwner.query<{ change: string; times: number }>(
        `with taken as (delete from proof_written_rows returning operation || ' ' || relation as change)
         select change, count(*)::int as times from taken group by change order by change`,
      );
      return Object.fromEntries(taken.map(({ change, times }) => [change, times]));
    },
  };
}

export const describeRows = (rows: WrittenRows): string =>
  Object.entries(rows)
    .map(([change, times]) => `${times} × ${change}`)
    .join(', ') || 'no row';
