// Runs background jobs: the modules' handlers, and the kit's own cleaning.
import {
  Logger as GraphileLogger,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type TaskList,
} from 'graphile-worker';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import type { Logger } from '../observe/logger.ts';
import type { Metrics } from '../observe/metrics.ts';
import { createSerialLoop } from '../serial-loop.ts';
import type { JobHandlers } from './add-job.ts';
import { jobLeasesRepository } from './job-leases.repository.ts';

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
  times?: JobTimes;
}

/** All in ms. */
export interface JobTimes {
  /** A job whose lock is older is taken to be of a server that ended, and is run again. */
  readonly leaseMs: number;
  /** How often the locks of running jobs are renewed and those of others are looked at. */
  readonly renewMs: number;
  /** The pause before the workers start again that ended because the database was away. */
  readonly restartMs: number;
}

const usualTimes: JobTimes = { leaseMs: 60_000, renewMs: 15_000, restartMs: 1_000 };

/** Brings the job tables to this program's version; safe to run from many servers. */
export const migrateJobs = (connectionString: string): Promise<void> => runMigrations({ connectionString });

const jobName = z.object({ id: z.string(), task_identifier: z.string() });

/** Of what the library gives, the job by its id and name, and the error as every other: its fields hold values of rows. */
function fieldsOf(meta: Readonly<Record<string, unknown>> | undefined): Record<string, unknown> {
  const { job, error, fatalError } = meta ?? {};
  const err: unknown = error ?? fatalError;
  const named = jobName.safeParse(job);
  return {
    ...(named.success ? { job: named.data.id, task: named.data.task_identifier } : {}),
    ...(err === undefined ? {} : { err }),
  };
}

/** The library's messages in the server's log. */
export const createJobLogger = (logger: Logger): GraphileLogger =>
  new GraphileLogger(() => (level, message, meta) => {
    const fields = fieldsOf(meta);
    if (level === 'error') logger.error(fields, message);
    else if (level === 'warning') logger.warn(fields, message);
    else logger.debug(fields, message);
  });

/** The handlers as the workers call them; `running` holds the ids of the jobs that run. */
function createTasks({ handlers, metrics }: JobRunnerDeps, running: Set<string>): TaskList {
  const tasks: TaskList = {};
  for (const [name, handle] of Object.entries(handlers)) {
    tasks[name] = async (payload, { job }) => {
      running.add(job.id);
      try {
        await handle(payload);
        metrics.jobs.inc({ name, result: 'done' });
      } catch (error) {
        metrics.jobs.inc({ name, result: 'failed' });
        throw error;
      } finally {
        running.delete(job.id);
      }
    };
  }
  return tasks;
}

/**
 * The library frees the jobs of a killed server after four hours. Here a lock is a lease of a minute, so a job that was
 * running, or whose end could not be stored, soon runs again.
 */
function renewLeases(
  { database, logger }: JobRunnerDeps,
  { leaseMs, renewMs }: JobTimes,
  running: ReadonlySet<string>,
) {
  const leases = jobLeasesRepository(database.queries);
  const loop = createSerialLoop(
    async () => {
      if (running.size > 0) await leases.renew([...running]);
      const released = await leases.release(leaseMs);
      if (released > 0) logger.warn({ released }, 'Jobs of a server that ended are run again');
    },
    (error) => logger.error({ err: error }, 'The leases of jobs were not renewed'),
  );
  loop.wake();
  const timer = setInterval(loop.wake, renewMs);
  return {
    stop(): Promise<void> {
      clearInterval(timer);
      return loop.stop();
    },
  };
}

export async function startJobs(deps: JobRunnerDeps): Promise<JobRunner> {
  const { database, schedules, logger, concurrency = 4, times = usualTimes } = deps;
  const running = new Set<string>();
  const taskList = createTasks(deps, running);
  const runWorkers = (): Promise<Runner> =>
    run({
      pgPool: database.pool,
      taskList,
      parsedCronItems: parseCronItems(
        Object.entries(schedules).map(([task, match]) => ({ task, match, identifier: task })),
      ),
      concurrency,
      pollInterval: 1_000,
      noHandleSignals: true,
      logger: createJobLogger(logger),
      // Batches of what ended at the same moment. Without them nothing awaits the end of a job, and a database that is
      // away at that moment would end the process by an unhandled rejection.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });

  let runner: Runner | null = null;
  let isStopping = false;
  let restarting: NodeJS.Timeout | undefined;
  /** The workers end when the end of a job cannot be stored; they start again until the database is back. */
  const restart = (error: unknown): void => {
    runner = null;
    if (isStopping) return;
    logger.error({ err: error }, 'The job workers ended and will start again');
    restarting = setTimeout(() => void start().catch(restart), times.restartMs);
  };
  async function start(): Promise<void> {
    const started = await runWorkers();
    runner = started;
    started.promise.then(restart, restart);
    if (isStopping) await started.stop();
  }
  await start();
  const leases = renewLeases(deps, times, running);
  return {
    async stop() {
      isStopping = true;
      clearTimeout(restarting);
      await runner?.stop();
      await leases.stop();
    },
  };
}
