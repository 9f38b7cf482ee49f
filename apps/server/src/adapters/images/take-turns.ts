// Lets a few pieces of heavy work run at once, a few more wait, and refuses the rest.
import { DomainError } from '@kerb/domain/kernel';

/** Runs at most `atOnce` works together in the order they came; throws `overloaded` when `waiting` already wait. */
export function createTurns(limits: { atOnce: number; waiting: number }) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async function turns<T>(work: () => Promise<T>): Promise<T> {
    if (running >= limits.atOnce) {
      if (queue.length >= limits.waiting) throw new DomainError('overloaded');
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      // The turn is passed on directly, so that a new caller cannot overtake those that wait.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
