// Defers work of a transaction to the moment directly before the commit, so that similar statements can be combined.
import type { Tx } from './tables.ts';

type Work = () => Promise<void>;

const deferredOf = new WeakMap<Tx, Work[]>();

/** Called by the transactor at the start of a transaction. */
export function enableDeferred(tx: Tx): void {
  deferredOf.set(tx, []);
}

/** Returns false for a transaction that was not begun by the transactor; the caller then does the work at once. */
export function deferToCommit(tx: Tx, work: Work): boolean {
  const works = deferredOf.get(tx);
  works?.push(work);
  return works !== undefined;
}

/** Called by the transactor before the commit; runs the deferred work in order. */
export async function runDeferred(tx: Tx): Promise<void> {
  const works = deferredOf.get(tx) ?? [];
  deferredOf.delete(tx);
  for (const work of works) await work();
}
