// Runs background jobs: the handlers of all modules, and the kit's own cleanup job.
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import {
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type { Database } from '../db/database.ts';
import type { Logger } from '../observe/logger.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { JobHandlers } from './add-job.ts';
import { jobLeasesRepository } from './job-leases.repository.ts';
import { createJobLogger } from './job-logger.ts';
import { releaseOnce } from './release-once.ts';
import { type LeaseTimes, renewLeases } from './renew-leases.ts';

export interface JobRunner {
  /** Waits for running jobs, then stops. */
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
export interface JobTimes extends LeaseTimes {
  /** Delay before workers are started again that ended because the database was unavailable. */
  readonly restartMs: number;
  /** Maximum time for which a stop waits for jobs of replaced workers. */
  readonly idleWithinMs: number;
}

const usualTimes: JobTimes = { leaseMs: 60_000, renewMs: 15_000, restartMs: 1_000, idleWithinMs: 10_000 };
const IDLE_EVERY_MS = 20;

/** Migrates the tables of the job library; several servers may call it at the same time. */
export const migrateJobs = (connectionString: string): Promise<void> => runMigrations({ connectionString });

/** Wraps the handlers for the workers; `running` contains the ids of running jobs. */
function createTasks({ handlers, metrics }: JobRunnerDeps, running: Set<string>): TaskList {
  const tasks: TaskList = {};
  for (const [name, handle] of Object.entries(handlers)) {
    tasks[name] = async (payload, { job }) => {
      const id = String(job.id);
      running.add(id);
      try {
        await handle(payload);
        metrics.jobs.inc({ name, result: 'done' });
      } catch (error) {
        metrics.jobs.inc({ name, result: 'failed' });
        throw error;
      } finally {
        running.delete(id);
      }
    };
  }
  return tasks;
}

export async function startJobs(deps: JobRunnerDeps): Promise<JobRunner> {
  const { database, schedules, logger, concurrency = 4, times = usualTimes } = deps;
  const running = new Set<string>();
  const taskList = createTasks(deps, running);
  const runWorkers = (events: WorkerEvents): Promise<Runner> =>
    run({
      pgPool: releaseOnce(database.sessionPool),
      taskList,
      parsedCronItems: parseCronItems(
        Object.entries(schedules).map(([task, match]) => ({ task, match, identifier: task })),
      ),
      concurrency,
      pollInterval: 1_000,
      noHandleSignals: true,
      events,
      logger: createJobLogger(logger),
      // Completes and fails jobs in batches. Without batches the library does not await the end of a job, so a database
      // that is unavailable at that moment would cause an unhandled rejection, which ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });

  let runner: Runner | null = null;
  let isStopping = false;
  let restarting: NodeJS.Timeout | undefined;
  const startLater = (): void => {
    if (!isStopping) restarting = setTimeout(() => void start().catch(retry), times.restartMs);
  };
  const retry = (error: unknown): void => {
    logger.error({ err: error }, 'The job workers did not start');
    startLater();
  };
  /**
   * Starts workers. Workers that cannot store the end of a job take no further jobs and are replaced without waiting
   * for their shutdown, because it waits for running jobs, and may never finish when the ends of several jobs were
   * lost.
   */
  async function start(): Promise<void> {
    const events: WorkerEvents = new EventEmitter();
    let hasEnded = false;
    let started: Runner | null = null;
    const replace = (error: unknown): void => {
      if (hasEnded) return;
      hasEnded = true;
      if (runner === started) runner = null;
      if (isStopping) return;
      logger.error({ err: error }, 'The job workers ended and will start again');
      started?.stop().catch((cause: unknown) => logger.debug({ err: cause }, 'The job workers had ended'));
      startLater();
    };
    events.on('pool:fatalError', ({ error }) => replace(error));
    started = await runWorkers(events);
    runner = started;
    started.promise.then(replace, replace);
    if (isStopping) await stopWorkers(started);
  }
  const stopWorkers = (workers: Runner | null): Promise<void> =>
    Promise.resolve(workers?.stop()).catch((error: unknown) =>
      logger.debug({ err: error }, 'The job workers had ended'),
    );
  /** Waits for jobs of replaced workers, because they still use the database. */
  async function untilIdle(): Promise<void> {
    const deadline = performance.now() + times.idleWithinMs;
    while (running.size > 0 && performance.now() < deadline) await pause(IDLE_EVERY_MS);
  }

  await start();
  const leases = renewLeases({ leases: jobLeasesRepository(database.queries), running, times, logger });
  return {
    async stop() {
      isStopping = true;
      clearTimeout(restarting);
      await stopWorkers(runner);
      await untilIdle();
      await leases.stop();
    },
  };
}
