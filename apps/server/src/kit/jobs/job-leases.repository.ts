// SQL of job leases: a server renews the locks of its running jobs and of their queues, and locks that are not renewed
// expire. The lock of a queue keeps all other jobs of the queue from running.
import { sql } from 'kysely';
import type { Queries } from '../db/tables.ts';

export function jobLeasesRepository(db: Queries) {
  return {
    async renew(jobs: readonly string[]): Promise<void> {
      await sql`update graphile_worker._private_jobs set locked_at = now()
        where id = any(${jobs}::bigint[]) and locked_at is not null`.execute(db);
      await sql`update graphile_worker._private_job_queues queue set locked_at = now()
        from graphile_worker._private_jobs job
        where job.id = any(${jobs}::bigint[]) and queue.id = job.job_queue_id
          and queue.locked_by = job.locked_by`.execute(db);
    },

    /**
     * Frees jobs and queues whose lock is older than `leaseMs`, so that they run again; returns the number of jobs. A
     * queue with a locked job stays locked, because servers of an earlier version renew the lock of the job only.
     */
    async release(leaseMs: number): Promise<number> {
      const { numAffectedRows } = await sql`
        update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
        where locked_at < now() - ${leaseMs} * interval '1 millisecond'`.execute(db);
      await sql`
        update graphile_worker._private_job_queues queue set locked_at = null, locked_by = null
        where locked_at < now() - ${leaseMs} * interval '1 millisecond' and not exists (
          select from graphile_worker._private_jobs job
          where job.job_queue_id = queue.id and job.locked_at is not null)`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
  };
}
