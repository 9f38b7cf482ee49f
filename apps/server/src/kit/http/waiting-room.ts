// Queues calls briefly while all slots are used, because a page that loads ten lists at once is no overload. Callers
// take turns, so that one with many calls delays mainly its own.
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

/** Waiting calls of one priority. */
function createLine() {
  /** In the order in which callers get their next turn. */
  const callers = new Map<string, Resume[]>();
  let length = 0;

  const remove = (caller: string, resume: Resume): void => {
    const calls = callers.get(caller);
    if (calls === undefined || !calls.includes(resume)) return;
    length -= 1;
    if (calls.length === 1) callers.delete(caller);
    else calls.splice(calls.indexOf(resume), 1);
  };

  return {
    length: () => length,
    countOf: (caller: string): number => callers.get(caller)?.length ?? 0,
    add(caller: string, resume: Resume): void {
      const calls = callers.get(caller);
      if (calls === undefined) callers.set(caller, [resume]);
      else calls.push(resume);
      length += 1;
    },
    remove,
    /** Takes the oldest call of the caller whose turn it is; that caller's next turn comes after all others. */
    takeNext(): Resume | undefined {
      for (const [caller, calls] of callers) {
        const resume = calls.shift();
        callers.delete(caller);
        if (calls.length > 0) callers.set(caller, calls);
        if (resume !== undefined) length -= 1;
        return resume;
      }
      return undefined;
    },
    /** Takes the newest call of the caller with most waiting calls, if they have more than `count`. */
    takeFromLongest(count: number): Resume | undefined {
      let longest: Resume[] = [];
      for (const calls of callers.values()) if (calls.length > longest.length) longest = calls;
      if (longest.length <= count) return undefined;
      length -= 1;
      return longest.pop();
    },
  };
}

export function createWaitingRoom(admission: Pick<Admission, 'admit' | 'hasRoom'>): WaitingRoom {
  const lines = { normal: createLine(), deferrable: createLine() };

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
      const given = line.takeFromLongest(line.countOf(caller) + 1);
      if (given === undefined) return admit(priority);
      given();
      return wait(priority, caller);
    },
    admitWaiting,
  };
}
