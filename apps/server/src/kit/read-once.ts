// Memoises bulk reads by key for one short operation, so that each key is read from the database once.
import DataLoader from 'dataloader';

type ReadMany<Value> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;

/**
 * Wraps a bulk read: keys of earlier calls are answered from memory, and calls in the same turn of the event loop share
 * one read. Use it for one short operation that needs a consistent view; entries are never evicted.
 */
export function readOnce<Value>(read: ReadMany<Value>): ReadMany<Value> {
  const loader = new DataLoader<string, Value | undefined>(
    async (keys) => {
      const found = await read(keys);
      return keys.map((key) => found.get(key));
    },
    { batchScheduleFn: (readBatch) => setImmediate(readBatch) },
  );
  return async (keys) => {
    const distinct = [...new Set(keys)];
    const values = await Promise.all(distinct.map((key) => loader.load(key)));
    const answer = new Map<string, Value>();
    for (const [index, key] of distinct.entries()) {
      const value = values[index];
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
