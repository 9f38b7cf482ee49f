// Memoises bulk reads by key for one short operation, so that each key is read from the database once.
import { setImmediate } from 'node:timers/promises';

type ReadMany<Value> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;

/**
 * Wraps a bulk read: keys of earlier calls are answered from memory, and calls in the same turn of the event loop share
 * one read. Use it for one short operation that needs a consistent view; entries are never evicted.
 */
export function readOnce<Value>(read: ReadMany<Value>): ReadMany<Value> {
  const values = new Map<string, Value>();
  /** The running or finished read of each key. */
  const reads = new Map<string, Promise<void>>();
  let next: { keys: string[]; done: Promise<void> } | null = null;

  /** Waits for the next turn of the event loop, and then reads the keys collected from all calls until then. */
  async function readCollected(keys: string[]): Promise<void> {
    await setImmediate();
    next = null;
    for (const [key, value] of await read(keys)) values.set(key, value);
  }

  function collect(key: string): Promise<void> {
    if (next === null) {
      const keys: string[] = [];
      next = { keys, done: readCollected(keys) };
    }
    next.keys.push(key);
    reads.set(key, next.done);
    return next.done;
  }

  return async (keys) => {
    await Promise.all(new Set(keys.map((key) => reads.get(key) ?? collect(key))));
    const answer = new Map<string, Value>();
    for (const key of keys) {
      const value = values.get(key);
      if (value !== undefined) answer.set(key, value);
    }
    return answer;
  };
}

/** The same for a read that returns the subset of keys with some property. */
export function readSetOnce(
  read: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
): (keys: readonly string[]) => Promise<Set<string>> {
  const readMany = readOnce(async (keys) => new Map([...(await read(keys))].map((key) => [key, true])));
  return async (keys) => new Set((await readMany(keys)).keys());
}
