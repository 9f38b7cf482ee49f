// Adds a background job in the caller's transaction: it runs if, and only if, the transaction commits.
import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';
import { withTrace } from '../observe/trace-context.ts';

export interface JobOptions {
  /** ms since the epoch; the current time when left out */
  runAt?: number;
  /** At most one waiting job per key: adding a job with the same key replaces the waiting one. */
  jobKey?: string;
  /** A waiting job with the same key gets the new contents, but still runs at its own time. */
  keepsRunAt?: boolean;
  maxAttempts?: number;
  /** Among due jobs the lowest number runs first; 0 when left out. */
  priority?: number;
  /** Jobs of one queue run one at a time, on all servers together. */
  queueName?: string;
}

export async function addJob(
  tx: Tx,
  name: string,
  payload: Record<string, unknown>,
  { runAt, jobKey, keepsRunAt = false, maxAttempts = 10, priority = 0, queueName }: JobOptions = {},
): Promise<void> {
  const at = runAt === undefined ? null : new Date(runAt);
  await sql`select graphile_worker.add_job(
    ${name}::text, payload := ${JSON.stringify(withTrace(payload))}::json,
    queue_name := ${queueName ?? null}::text, run_at := ${at}::timestamptz,
    job_key := ${jobKey ?? null}::text, max_attempts := ${maxAttempts}::int,
    priority := ${priority}::int, job_key_mode := ${keepsRunAt ? 'preserve_run_at' : 'replace'}::text)`.execute(
    tx,
  );
}

/** Removes a job that has not started. */
export async function removeJob(tx: Tx, jobKey: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${jobKey}::text)`.execute(tx);
}

/** Job handlers of a module by job name. A job that throws is retried with growing delays. */
export type JobHandlers = Readonly<Record<string, (payload: unknown) => Promise<void>>>;
