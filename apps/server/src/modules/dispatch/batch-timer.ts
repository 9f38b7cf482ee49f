// Runs the batches: at every multiple of the batch length, one after the other.
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type { DispatchModuleDeps } from './dispatch.deps.ts';
import type { BatchResult } from './run-batch.ts';

/** The batch length while the settings cannot be read. */
const FALLBACK_SECONDS = 10;

type BatchTimerDeps = Pick<DispatchModuleDeps, 'settings' | 'clock' | 'logger'> & {
  runBatch: () => Promise<BatchResult>;
};

export interface BatchTimer {
  start(): void;
  /** Resolves when the running batch has ended. */
  stop(): Promise<void>;
}

/** Ms until the next multiple of the batch length, which is the same moment on every server. */
export function untilNextBatch(now: number, batchSeconds: number): number {
  const batchMs = batchSeconds * MS_PER_SECOND;
  return batchMs - (now % batchMs);
}

export function createBatchTimer({ settings, clock, logger, runBatch }: BatchTimerDeps): BatchTimer {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();

  async function batchThenSchedule(): Promise<void> {
    try {
      await runBatch();
    } catch (error) {
      logger.warn({ err: error }, 'A batch of dispatch failed; the next one tries again');
    }
    await schedule();
  }

  async function schedule(): Promise<void> {
    let batchSeconds = FALLBACK_SECONDS;
    try {
      ({ batchSeconds } = await settings.get());
    } catch (error) {
      logger.warn({ err: error }, 'The batch length could not be read');
    }
    if (isStopped) return;
    timer = setTimeout(
      () => {
        running = batchThenSchedule();
      },
      untilNextBatch(clock.now(), batchSeconds),
    );
    timer.unref();
  }

  return {
    start() {
      running = schedule();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
