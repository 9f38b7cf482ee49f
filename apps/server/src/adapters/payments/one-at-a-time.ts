// Work with the same key waits for the one before it, so that two refunds of one payment see each other's effect.

export type OneAtATime = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Holds within this process only; who asks from several of them has to claim the work first. */
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
