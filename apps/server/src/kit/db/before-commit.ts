// Work that a transaction puts off to its end, just before the commit, so that statements of one kind can be joined.
import type { Tx } from './tables.ts';

type Work = () => Promise<void>;

const worksOf = new WeakMap<Tx, Work[]>();

/** Called by the transactor at the start of a transaction. */
export function allowPuttingOff(tx: Tx): void {
  worksOf.set(tx, []);
}

/** False for a transaction that the transactor did not begin: the caller then does the work at once. */
export function putOff(tx: Tx, work: Work): boolean {
  const works = worksOf.get(tx);
  works?.push(work);
  return works !== undefined;
}

/** Called by the transactor before the commit: does the work in its order. */
export async function doWhatWasPutOff(tx: Tx): Promise<void> {
  const works = worksOf.get(tx) ?? [];
  worksOf.delete(tx);
  for (const work of works) await work();
}
