// Supervises the run of this server: its process, its heartbeat and progress in the database, and its end.
import type { WhatIfResult } from '@kerb/contract';
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type { Clock, Queries } from '../../kit/index.ts';
import type { ReplayJob, ReplayOutcome } from './replay-job.ts';
import type { Replay, StartReplay } from './start-replay.ts';
import { whatIfRepository } from './what-if.repository.ts';

const SIGN_OF_LIFE_MS = 5 * MS_PER_SECOND;
/** A run without a heartbeat for this long, in ms, is interrupted: its server has ended or lost the database. */
export const SILENT_MS = 30 * MS_PER_SECOND;

export interface SupervisorDeps {
  db: Queries;
  clock: Clock;
  logger: { warn(details: object, message: string): void };
  startReplay: StartReplay;
}

interface CurrentRun {
  id: string;
  replay: Replay;
  runsDone: number;
  /** Resolves when the end is recorded. */
  ended: Promise<void>;
}

export interface RunSupervisor {
  /** Starts the process of a run that is recorded as running. */
  begin(id: string, job: ReplayJob, resultOf: (outcome: ReplayOutcome) => WhatIfResult): void;
  /** Ends the process if it is this server's run. */
  stop(id: string): void;
  /**
   * Records progress and heartbeat of this server's run; ends its process when the run was cancelled on another server.
   */
  report(): Promise<void>;
  /** Ends the process and records the run as interrupted. */
  close(): Promise<void>;
  /** Resolves when this server's run has ended and that is recorded. */
  idle(): Promise<void>;
}

export function createRunSupervisor({ db, clock, logger, startReplay }: SupervisorDeps): RunSupervisor {
  const runs = whatIfRepository(db);
  let current: CurrentRun | null = null;

  async function report(): Promise<void> {
    const reported = current;
    if (reported === null) return;
    try {
      const isRunning = await runs.keepAlive(reported.id, reported.runsDone, clock.now());
      if (!isRunning) reported.replay.stop();
    } catch (error) {
      logger.warn({ err: error, run: reported.id }, 'The progress of a what-if run could not be recorded');
    }
  }

  async function recordEnd(
    id: string,
    replay: Replay,
    resultOf: (outcome: ReplayOutcome) => WhatIfResult,
  ): Promise<void> {
    try {
      const result = resultOf(await replay.outcome);
      await runs.finish(id, result, clock.now());
    } catch (error) {
      // Does nothing for a run that was cancelled or interrupted.
      const isUnexpected = await endAsFailed(id);
      if (isUnexpected) logger.warn({ err: error, run: id }, 'A what-if run failed');
    }
  }

  async function endAsFailed(id: string): Promise<boolean> {
    try {
      return await runs.end(id, 'failed', clock.now());
    } catch (error) {
      logger.warn({ err: error, run: id }, 'The end of a what-if run could not be recorded');
      return true;
    }
  }

  function stop(id: string): void {
    if (current?.id === id) current.replay.stop();
  }

  return {
    begin(id, job, resultOf) {
      current?.replay.stop();
      const replay = startReplay(job, (runsDone) => {
        if (current?.id !== id) return;
        current.runsDone = runsDone;
        void report();
      });
      const timer = setInterval(() => void report(), SIGN_OF_LIFE_MS);
      timer.unref();
      const ended = recordEnd(id, replay, resultOf).finally(() => {
        clearInterval(timer);
        if (current?.id === id) current = null;
      });
      current = { id, replay, runsDone: 0, ended };
    },
    stop,
    report,
    async close() {
      const closing = current;
      if (closing === null) return;
      await runs.end(closing.id, 'interrupted', clock.now());
      closing.replay.stop();
      await closing.ended;
    },
    async idle() {
      await current?.ended;
    },
  };
}
