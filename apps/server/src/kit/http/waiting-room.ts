// Queues calls briefly while all slots are used, because a page that loads ten lists at once is no overload.
import type { Admission, Priority } from './admission.ts';

/** Maximum number of waiting calls per priority; further ones are rejected at once. */
const MOST_WAITING = 64;
/** Maximum waiting time, ms. A call that waits longer is rejected, because the server is overloaded. */
export const LONGEST_WAIT_MS = 1_000;

type Leave = () => void;

export interface WaitingRoom {
  /**
   * Resolves when a slot is free, with the function that releases it. Rejects with Shed when no slot is free in time.
   */
  enter(priority: Priority): Promise<Leave>;
  /** Admits waiting calls that have a slot now; call it after the limit has changed. */
  letIn(): void;
}

export function createWaitingRoom(admission: Pick<Admission, 'admit' | 'hasRoom'>): WaitingRoom {
  const waiting: Record<Priority, (() => void)[]> = { essential: [], normal: [], deferrable: [] };

  function letIn(): void {
    for (const priority of ['normal', 'deferrable'] as const)
      while (waiting[priority].length > 0 && admission.hasRoom(priority)) waiting[priority].shift()?.();
  }

  /** Throws Shed when no slot is free. */
  function admit(priority: Priority): Leave {
    const leave = admission.admit(priority);
    return () => {
      leave();
      letIn();
    };
  }

  function wait(priority: Priority): Promise<Leave> {
    return new Promise((resolve, reject) => {
      const goOn = () => {
        clearTimeout(timer);
        try {
          resolve(admit(priority));
        } catch (error) {
          reject(error);
        }
      };
      const timer = setTimeout(() => {
        waiting[priority] = waiting[priority].filter((other) => other !== goOn);
        goOn();
      }, LONGEST_WAIT_MS);
      waiting[priority].push(goOn);
    });
  }

  return {
    async enter(priority) {
      const line = waiting[priority];
      const isFree = line.length === 0 && admission.hasRoom(priority);
      const mayWait = priority !== 'essential' && line.length < MOST_WAITING;
      return isFree || !mayWait ? admit(priority) : wait(priority);
    },
    letIn,
  };
}
