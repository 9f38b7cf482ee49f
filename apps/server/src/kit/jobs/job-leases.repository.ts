// The locks of running jobs as leases: their server renews them, and those of a server that ended run out.
import { sql } from 'kysely';
import type { Queries } from '../db/tables.ts';

export function jobLeasesRepository(db: Queries) {
  return {
    async renew(jobs: readonly string[]): Promise<void> {
      await sql`update graphile_worker._private_jobs set locked_at = now()
        where id = any(${jobs}::bigint[]) and locked_at is not null`.execute(db);
    },

    /** Jobs whose lock is older than this run again; returns how many. */
    async release(leaseMs: number): Promise<number> {
      const { numAffectedRows } = await sql`
        update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
        where locked_at < now() - ${leaseMs} * interval '1 millisecond'`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
  };
}
