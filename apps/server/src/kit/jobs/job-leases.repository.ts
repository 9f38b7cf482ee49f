// SQL of job leases: a server renews the locks of its running jobs, and locks that are not renewed expire.
import { sql } from 'kysely';
import type { Queries } from '../db/tables.ts';

export function jobLeasesRepository(db: Queries) {
  return {
    async renew(jobs: readonly string[]): Promise<void> {
      await sql`update graphile_worker._private_jobs set locked_at = now()
        where id = any(${jobs}::bigint[]) and locked_at is not null`.execute(db);
    },

    /** Frees jobs whose lock is older than `leaseMs`, so that they run again; returns their number. */
    async release(leaseMs: number): Promise<number> {
      const { numAffectedRows } = await sql`
        update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
        where locked_at < now() - ${leaseMs} * interval '1 millisecond'`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
  };
}
