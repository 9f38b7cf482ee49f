// Queues calls briefly while all slots are used, because a page that loads ten lists at once is no overload. Callers
// take turns, so that one with many calls delays mainly its own.
import { createFairQueue } from '../fair-queue.ts';
import type { Admission, Priority } from './admission.ts';

/** Maximum number of waiting calls per priority; beyond it, the caller with most waiting calls loses its newest one. */
const MAX_WAITING = 64;
/** Maximum waiting time, ms. A call that waits longer is rejected, because the server is overloaded. */
export const MAX_WAIT_MS = 1_000;

type Leave = () => void;
/** Admits a waiting call when a slot is free, and rejects it otherwise. */
type Resume = () => void;

export interface WaitingRoom {
  /**
   * Resolves when a slot is free, with the function that releases it. Rejects with Shed when no slot is free in time.
   * `caller`: calls of one caller wait for one another.
   */
  enter(priority: Priority, caller: string): Promise<Leave>;
  /** Admits waiting calls that have a slot now; call it after the limit has changed. */
  admitWaiting(): void;
}

export function createWaitingRoom(admission: Pick<Admission, 'admit' | 'hasRoom'>): WaitingRoom {
  const lines = { normal: createFairQueue<Resume>(), deferrable: createFairQueue<Resume>() };

  function admitWaiting(): void {
    for (const priority of ['normal', 'deferrable'] as const)
      while (lines[priority].length() > 0 && admission.hasRoom(priority)) lines[priority].takeNext()?.();
  }

  /** Throws Shed when no slot is free. */
  function admit(priority: Priority): Leave {
    const leave = admission.admit(priority);
    return () => {
      leave();
      admitWaiting();
    };
  }

  function wait(priority: 'normal' | 'deferrable', caller: string): Promise<Leave> {
    const line = lines[priority];
    return new Promise((resolve, reject) => {
      const resume = () => {
        clearTimeout(timer);
        try {
          resolve(admit(priority));
        } catch (error) {
          reject(error);
        }
      };
      const timer = setTimeout(() => {
        line.remove(caller, resume);
        resume();
      }, MAX_WAIT_MS);
      line.add(caller, resume);
    });
  }

  return {
    async enter(priority, caller) {
      if (priority === 'essential') return admit(priority);
      const line = lines[priority];
      if (line.length() === 0 && admission.hasRoom(priority)) return admit(priority);
      if (line.length() < MAX_WAITING) return wait(priority, caller);
      const evicted = line.takeFromLongest(line.countOf(caller) + 1);
      if (evicted === undefined) return admit(priority);
      evicted();
      return wait(priority, caller);
    },
    admitWaiting,
  };
}
