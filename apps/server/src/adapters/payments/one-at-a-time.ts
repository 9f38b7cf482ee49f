// Runs work with the same key one after the other, so that two refunds of one payment see each other's effect.

export type OneAtATime = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Works within this process only; callers in several processes must claim the work first. */
export function createOneAtATime(): OneAtATime {
  const newest = new Map<string, Promise<unknown>>();
  return async function oneAtATime(key, work) {
    const before = newest.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    newest.set(key, mine);
    try {
      return await mine;
    } finally {
      if (newest.get(key) === mine) newest.delete(key);
    }
  };
}
