// Reads by key that the parts of a short operation make again and again, each key answered by the database once.
import { setImmediate } from 'node:timers/promises';

type ReadMany<Value> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;

/**
 * Wraps a bulk read: keys that an earlier call has read are answered from memory, and calls that are made at the same
 * time share one read. For one short operation that wants one state of the world; it never forgets.
 */
export function readOnce<Value>(read: ReadMany<Value>): ReadMany<Value> {
  const values = new Map<string, Value>();
  /** The read of each key, whether or not it has ended. */
  const reads = new Map<string, Promise<void>>();
  let next: { keys: string[]; done: Promise<void> } | null = null;

  /** Begins in the next turn of the event loop, with the keys of every call until then. */
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

/** The same for a read that answers with the keys to which something applies. */
export function readSetOnce(
  read: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
): (keys: readonly string[]) => Promise<Set<string>> {
  const readMany = readOnce(async (keys) => new Map([...(await read(keys))].map((key) => [key, true])));
  return async (keys) => new Set((await readMany(keys)).keys());
}
