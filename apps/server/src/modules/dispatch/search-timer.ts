// Timer of the search for drivers: runs it once per batch length, or twice a second under a policy without batches.
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { DispatchModuleDeps } from './dispatch.deps.ts';
import type { SearchOutcomes } from './run-search.ts';

/** Interval in ms under a policy without batches. */
const ROUNDS_EVERY_MS = 500;
/** Interval in ms while the settings cannot be read. */
const FALLBACK_MS = 10 * MS_PER_SECOND;

type SearchTimerDeps = Pick<DispatchModuleDeps, 'settings' | 'clock' | 'logger'> & {
  runSearch: () => Promise<SearchOutcomes>;
};

export interface SearchTimer {
  start(): void;
  /** Resolves when the running search has ended. */
  stop(): Promise<void>;
}

/** Milliseconds until the next multiple of the period, which all servers reach at the same moment. */
export const untilNext = (now: number, everyMs: number): number => everyMs - (now % everyMs);

const periodOf = ({ autoDispatch, dispatchPolicy, batchSeconds }: Settings): number =>
  !autoDispatch || dispatchPolicy === 'batched' ? batchSeconds * MS_PER_SECOND : ROUNDS_EVERY_MS;

export function createSearchTimer({ settings, clock, logger, runSearch }: SearchTimerDeps): SearchTimer {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();

  async function searchThenSchedule(): Promise<void> {
    try {
      await runSearch();
    } catch (error) {
      logger.warn({ err: error }, 'A run of dispatch failed; the next one tries again');
    }
    await schedule();
  }

  async function schedule(): Promise<void> {
    let everyMs = FALLBACK_MS;
    try {
      everyMs = periodOf(await settings.get());
    } catch (error) {
      logger.warn({ err: error }, 'The time of the next run of dispatch could not be read');
    }
    if (isStopped) return;
    timer = setTimeout(
      () => {
        running = searchThenSchedule();
      },
      untilNext(clock.now(), everyMs),
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
