// Where calls wait for a moment while there is no room for them: a page that asks for ten lists at once is no overload.
import type { Admission, Priority } from './admission.ts';

/** So many calls of each priority; the next one is refused at once. */
const MOST_WAITING = 64;
/** A call that waits longer is refused: the server has more work than it can do. */
export const LONGEST_WAIT_MS = 1_000;

type Leave = () => void;

export interface WaitingRoom {
  /** Resolves with what counts the call out, once there is room. Rejects with Shed without room in time. */
  enter(priority: Priority): Promise<Leave>;
  /** Lets in who has room now; to be called when the limit has changed. */
  letIn(): void;
}

export function createWaitingRoom(admission: Pick<Admission, 'admit' | 'hasRoom'>): WaitingRoom {
  const waiting: Record<Priority, (() => void)[]> = { essential: [], normal: [], deferrable: [] };

  function letIn(): void {
    for (const priority of ['normal', 'deferrable'] as const)
      while (waiting[priority].length > 0 && admission.hasRoom(priority)) waiting[priority].shift()?.();
  }

  /** Throws Shed without room. */
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
