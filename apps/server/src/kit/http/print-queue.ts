// Queues the calls that print a document: a few run at once, one of each user, and users take turns.
import { DomainError } from '@kerb/domain/kernel';
import { createFairQueue } from '../fair-queue.ts';
import { TooManyRequests } from './allowance.ts';

/** Prints at once: the renderer prints two documents at a time, while others read their data. */
const MAX_RUNNING = 4;
/** Maximum number of prints of one user that wait behind the running one. */
const MAX_WAITING_OF_USER = 3;
const MAX_WAITING = 40;
const RETRY_SECS = 5;

export interface PrintQueue {
  /**
   * Runs the work when it is the user's turn. Throws `too_many_requests` when the user has too many waiting
   * prints, and `overloaded` when too many wait in all.
   */
  run<Answer>(user: string, work: () => Promise<Answer>): Promise<Answer>;
}

export function createPrintQueue(): PrintQueue {
  const waiting = createFairQueue<() => void>();
  const running = new Set<string>();

  function startNext(): void {
    while (running.size < MAX_RUNNING) {
      const start = waiting.takeNext((user) => running.has(user));
      if (start === undefined) return;
      start();
    }
  }

  return {
    async run(user, work) {
      if (waiting.countOf(user) >= MAX_WAITING_OF_USER)
        throw new TooManyRequests(RETRY_SECS, 'Wait for the documents that are being printed');
      if (waiting.length() >= MAX_WAITING) throw new DomainError('overloaded');
      await new Promise<void>((resolve) => {
        waiting.add(user, () => {
          running.add(user);
          resolve();
        });
        startNext();
      });
      try {
        return await work();
      } finally {
        running.delete(user);
        startNext();
      }
    },
  };
}
