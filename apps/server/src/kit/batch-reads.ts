// Decides when a DataLoader reads: at once while it is idle, and everything asked meanwhile together afterwards.
import { AsyncResource } from 'node:async_hooks';

export interface BatchSchedule {
  /** DataLoader's `batchScheduleFn`. */
  schedule(dispatch: () => void): void;
  /** Wraps the loader's read, so that later batches wait for it. */
  track<Result>(read: () => Promise<Result>): Promise<Result>;
}

/**
 * While no read runs, the keys that are asked for in the same turn of the event loop are read together. While one runs,
 * later keys wait for its end and are read together then, but no longer than `maxWaitMs`: a connection that does not
 * answer must not delay those who do not need it.
 */
export function batchReads(maxWaitMs: number): BatchSchedule {
  let running = 0;
  let waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;

  function dispatchWaiting(): void {
    clearTimeout(timer);
    timer = undefined;
    const batches = waiting;
    waiting = [];
    for (const dispatch of batches) dispatch();
  }

  return {
    schedule(dispatch) {
      if (running === 0) {
        setImmediate(dispatch);
        return;
      }
      // Keeps the call to which the statement belongs: it may be dispatched at the end of another call's read.
      waiting.push(AsyncResource.bind(dispatch));
      timer ??= setTimeout(dispatchWaiting, maxWaitMs);
    },
    async track(read) {
      running += 1;
      try {
        return await read();
      } finally {
        running -= 1;
        dispatchWaiting();
      }
    },
  };
}
