// Reads by key that a short operation makes again and again, each key answered by the database once.

type ReadMany<Value> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;

/**
 * Wraps a bulk read: keys that an earlier call has read are answered from memory. For one short operation that wants
 * one state of the world; it never forgets.
 */
export function readOnce<Value>(read: ReadMany<Value>): ReadMany<Value> {
  const known = new Map<string, Value | undefined>();
  return async (keys) => {
    const missing = [...new Set(keys.filter((key) => !known.has(key)))];
    if (missing.length > 0) {
      const found = await read(missing);
      for (const key of missing) known.set(key, found.get(key));
    }
    const answer = new Map<string, Value>();
    for (const key of keys) {
      const value = known.get(key);
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
