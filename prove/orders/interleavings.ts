// Enumerates the interleavings of the steps of several actions, breadth first, by running each once.
import type { Choose } from './stepper.ts';

export interface Bounds {
  /** Most preemptions: switches away from an action that could continue. */
  readonly preemptions: number;
  readonly most?: number | undefined;
}

interface Open {
  readonly steps: readonly number[];
  readonly preemptions: number;
}

/**
 * Runs `work` once for each interleaving within the bounds, until it returns true. Returns the number of interleavings.
 */
export async function forEachOrder(
  work: (choose: Choose, order: () => readonly number[]) => Promise<boolean>,
  { preemptions: bound, most = Number.POSITIVE_INFINITY }: Bounds,
): Promise<number> {
  const open: Open[] = [{ steps: [], preemptions: 0 }];
  let tried = 0;
  for (let prefix = open.shift(); prefix !== undefined && tried < most; prefix = open.shift()) {
    const taken: number[] = [];
    const { steps: given, preemptions } = prefix;
    const choose: Choose = (enabled) => {
      const wanted = given[taken.length];
      const [first = 0, ...others] = enabled;
      const isGiven = wanted !== undefined && enabled.includes(wanted);
      const after = preemptions + (taken.at(-1) === first ? 1 : 0);
      if (taken.length >= given.length && after <= bound)
        for (const other of others) open.push({ steps: [...taken, other], preemptions: after });
      const next = isGiven ? wanted : first;
      taken.push(next);
      return next;
    };
    tried += 1;
    if (await work(choose, () => taken)) break;
  }
  return tried;
}

/** All permutations of the numbers below `count`. */
export function permutations(count: number): number[][] {
  if (count === 0) return [[]];
  return permutations(count - 1).flatMap((order) =>
    Array.from({ length: count }, (_, at) => [...order.slice(0, at), count - 1, ...order.slice(at)]),
  );
}

/** All combinations of `size` items, in their order. */
export function choices<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, index) =>
    choices(items.slice(index + 1), size - 1).map((rest) => [item, ...rest]),
  );
}
