// SQL queries of the leases that decide which server searches for drivers. All times use the clock of the database.
import { sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';

/** Lease of a server; `token` increases whenever another server takes the lease. */
export interface Lease {
  region: string;
  holder: string;
  token: number;
}

type LeaseTables = { dispatch_leases: Lease & { expires_at: number } };

const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

export function leasesRepository(queries: Queries) {
  const db = queries.withTables<LeaseTables>();

  return {
    /** Whether no other server holds a lease that is still valid. */
    async isFree(region: string, holder: string): Promise<boolean> {
      const { rows } = await sql<{ is_free: boolean }>`
        select not exists (
          select from dispatch_leases
          where region = ${region} and holder <> ${holder}::uuid and expires_at > ${now}) as is_free`.execute(
        db,
      );
      return rows[0]?.is_free === true;
    },

    /**
     * Takes a free or expired lease, or renews the holder's own, for `forMs`. Returns null while another server holds
     * it.
     */
    async take(region: string, holder: string, forMs: number): Promise<Lease | null> {
      // `where not exists` avoids the row lock of the upsert, so that polling servers do not wait for transactions that
      // hold the lease.
      const { rows } = await sql<{ token: number }>`
        insert into dispatch_leases as held (region, holder, token, expires_at)
        select ${region}, ${holder}::uuid, 1, ${now} + ${forMs}::bigint
        where not exists (
          select from dispatch_leases
          where region = ${region} and holder <> ${holder}::uuid and expires_at > ${now})
        on conflict (region) do update
        set holder = excluded.holder, expires_at = excluded.expires_at,
          token = held.token + case when held.holder = excluded.holder then 0 else 1 end
        where held.holder = excluded.holder or held.expires_at <= ${now}
        returning token`.execute(db);
      const token = rows[0]?.token;
      return token === undefined ? null : { region, holder, token };
    },

    /** Whether the holder still has the lease with this token. If so, locks its row until the transaction ends. */
    async lock({ region, holder, token }: Lease): Promise<boolean> {
      const row = await db
        .selectFrom('dispatch_leases')
        .select('token')
        .where('region', '=', region)
        .where('holder', '=', holder)
        .where('token', '=', token)
        .forShare()
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Expires the holder's lease at once; a lease of another server is unchanged. */
    async release(region: string, holder: string): Promise<void> {
      await db
        .updateTable('dispatch_leases')
        .set({ expires_at: 0 })
        .where('region', '=', region)
        .where('holder', '=', holder)
        .execute();
    },
  };
}
