// Limits work: a few tasks run at once, more are queued, and beyond a limit further ones are rejected.
import { DomainError } from '@kerb/domain/kernel';

/**
 * Runs at most `atOnce` tasks at the same time, in the order of arrival; throws `overloaded` when `waiting` tasks are
 * queued.
 */
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
      // The slot is handed directly to the next queued task, so that a new caller cannot overtake it.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
