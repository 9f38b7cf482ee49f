// Reads the values of concurrent calls by common statements instead of one for each call.
import { AsyncResource } from 'node:async_hooks';
import DataLoader from 'dataloader';
import { outsideOfCalls } from './http/current-call.ts';

export interface ReadTogetherOptions {
  /** Maximum number of keys of one read. */
  readonly maxKeys?: number;
  /** Longest time in ms for which a key waits for the read before. */
  readonly maxWaitMs?: number;
}

const MAX_KEYS = 500;
/** Longer than a read takes, unless its connection does not answer. */
const MAX_WAIT_MS = 10;

interface BatchSchedule {
  /** DataLoader's `batchScheduleFn`. */
  schedule(dispatch: () => void): void;
  /** Runs a read; batches scheduled meanwhile follow at its end. */
  run<Result>(read: () => Promise<Result>): Promise<Result>;
}

function createSchedule(maxWaitMs: number): BatchSchedule {
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
    async run(read) {
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

/**
 * Returns a function that reads the value of one key. While no read runs, the keys that are asked for in the same turn
 * of the event loop are read together; while one runs, later keys wait for its end and are read together then, but no
 * longer than `maxWaitMs`: a connection that does not answer must not delay those who do not need it. Nothing is cached:
 * each read begins after its keys were asked for. A failed read fails all of its keys.
 *
 * `readMany` returns the values in the order of the keys, which may contain the same key several times.
 */
export function readTogether<Key, Value>(
  readMany: (keys: readonly Key[]) => Promise<readonly Value[]>,
  { maxKeys = MAX_KEYS, maxWaitMs = MAX_WAIT_MS }: ReadTogetherOptions = {},
): (key: Key) => Promise<Value> {
  const batches = createSchedule(maxWaitMs);
  const loader = new DataLoader<Key, Value>(
    (keys) =>
      // A statement for several keys may belong to several calls, and is traced as part of none of them.
      batches.run(() => (new Set(keys).size === 1 ? readMany(keys) : outsideOfCalls(() => readMany(keys)))),
    { cache: false, maxBatchSize: maxKeys, batchScheduleFn: batches.schedule },
  );
  return (key) => loader.load(key);
}

/** The same for a read that returns the rows that exist, in any order; null for a key without a row. */
export function readRowsTogether<Row>(
  findMany: (keys: readonly string[]) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
): (key: string) => Promise<Row | null> {
  return readTogether(async (keys: readonly string[]) => {
    const rows = new Map((await findMany([...new Set(keys)])).map((row) => [keyOf(row), row]));
    return keys.map((key) => rows.get(key) ?? null);
  });
}
