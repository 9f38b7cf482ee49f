// Runs background jobs: the modules' handlers, and the kit's own cleaning.
import {
  Logger as GraphileLogger,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type TaskList,
} from 'graphile-worker';
import type { Database } from '../db/database.ts';
import type { Logger } from '../observe/logger.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { JobHandlers } from './add-job.ts';

export interface JobRunner {
  /** Lets running jobs end. */
  stop(): Promise<void>;
}

export interface JobRunnerDeps {
  database: Database;
  handlers: JobHandlers;
  /** Job name → "minute hour day month weekday" (UTC). */
  schedules: Readonly<Record<string, string>>;
  logger: Logger;
  metrics: Metrics;
  concurrency?: number;
}

/** Brings the job tables to this program's version; safe to run from many servers. */
export const migrateJobs = (connectionString: string): Promise<void> => runMigrations({ connectionString });

const quietLogger = (logger: Logger): GraphileLogger =>
  new GraphileLogger(() => (level, message, meta) => {
    if (level === 'error') logger.error({ meta }, message);
    else if (level === 'warning') logger.warn({ meta }, message);
    else logger.debug({ meta }, message);
  });

export async function startJobs(deps: JobRunnerDeps): Promise<JobRunner> {
  const { database, handlers, schedules, logger, metrics, concurrency = 4 } = deps;
  const taskList: TaskList = {};
  for (const [name, handle] of Object.entries(handlers)) {
    taskList[name] = async (payload) => {
      try {
        await handle(payload);
        metrics.jobs.inc({ name, result: 'done' });
      } catch (error) {
        metrics.jobs.inc({ name, result: 'failed' });
        throw error;
      }
    };
  }
  const runner: Runner = await run({
    pgPool: database.pool,
    taskList,
    parsedCronItems: parseCronItems(
      Object.entries(schedules).map(([task, match]) => ({ task, match, identifier: task })),
    ),
    concurrency,
    pollInterval: 1_000,
    noHandleSignals: true,
    logger: quietLogger(logger),
  });
  // The logger has reported it already; without a listener the error would end the process.
  runner.promise.catch((error: unknown) => logger.error({ err: error }, 'The job runner ended'));
  return { stop: () => runner.stop() };
}
