// Work that a transaction defers to its end, just before the commit, so that statements of one kind can be joined.
import type { Tx } from './tables.ts';

type Work = () => Promise<void>;

const deferredOf = new WeakMap<Tx, Work[]>();

/** Called by the transactor at the start of a transaction. */
export function enableDeferred(tx: Tx): void {
  deferredOf.set(tx, []);
}

/** False for a transaction that the transactor did not begin: the caller then does the work at once. */
export function deferToCommit(tx: Tx, work: Work): boolean {
  const works = deferredOf.get(tx);
  works?.push(work);
  return works !== undefined;
}

/** Called by the transactor before the commit: does the work in its order. */
export async function runDeferred(tx: Tx): Promise<void> {
  const works = deferredOf.get(tx) ?? [];
  deferredOf.delete(tx);
  for (const work of works) await work();
}
