// One at a time for each payment: for providers without idempotency keys, where a refund is looked for, then made.

/**
 * Runs works of one key one after another and works of other keys meanwhile. It orders the calls of this process;
 * those of other processes are ordered by whoever calls, with a lock on the payment.
 */
export function createTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<void>>();
  return (key, work) => {
    const result = (last.get(key) ?? Promise.resolve()).then(work);
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    last.set(key, settled);
    void settled.then(() => {
      if (last.get(key) === settled) last.delete(key);
    });
    return result;
  };
}
