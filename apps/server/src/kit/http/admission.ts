// Decides which calls are let in while the server has more work than it can do: lists and reports are refused first.
import { DomainError } from '@kerb/domain/kernel';

/**
 * `essential`: running trips, payments, sign-in. `deferrable`: what people can ask for again later, as lists, estimates
 * and reports. `normal`: the rest.
 */
export type Priority = 'essential' | 'normal' | 'deferrable';

/** A call that was refused to leave room for more important ones; answered with Retry-After. */
export class Shed extends DomainError {
  readonly retryAfterSecs: number;

  constructor(retryAfterSecs: number) {
    super('overloaded');
    this.retryAfterSecs = retryAfterSecs;
  }
}

export interface Admission {
  /** Counts a call in, and returns what counts it out. Throws Shed when there is no room for its priority. */
  admit(priority: Priority): () => void;
  hasRoom(priority: Priority): boolean;
  /** Adapts the limit; to be called once in ADJUST_EVERY_MS. */
  adjust(): void;
  /** How many calls that are not essential may be in flight. */
  limit(): number;
}

export interface AdmissionDeps {
  /** Whether calls wait too long, for the processor or for a database connection. */
  isLate: () => boolean;
  onShed: (priority: Priority) => void;
  /** At least 0, below 1. */
  random?: () => number;
}

export const ADJUST_EVERY_MS = 100;
/** Deferrable calls may use half of it, so that they never take all of 20 database connections. */
const MOST_CALLS = 32;
/** Then one deferrable call is let in at a time, and one of each lower priority until the next adjustment. */
const LEAST_CALLS = 2;
/** With fewer calls in flight it is not they that make the server late, but other programs on its machine. */
const FEW_CALLS = 8;
const SHRINK = 0.5;
const GROW = 1;
/** Beyond it the queue is so long that its end would wait for seconds; each call also takes memory. */
const MOST_ESSENTIAL_CALLS = 1_000;
const FIRST_RETRY_SECS = 2;
const LAST_RETRY_SECS = 5;

/**
 * The limit is halved while calls wait too long, and grows by one otherwise, as TCP adapts its window. Deferrable calls
 * may use half of it, normal ones all; essential calls do not count towards it.
 */
export function createAdmission({ isLate, onShed, random = Math.random }: AdmissionDeps): Admission {
  let limit = MOST_CALLS;
  let essential = 0;
  let others = 0;
  /** Let in since the last adjustment: at the least limit calls in flight are no bound of the work, if each is short. */
  const sinceAdjusted = new Set<Priority>();

  const hasRoom = (priority: Priority): boolean => {
    if (priority === 'essential') return essential < MOST_ESSENTIAL_CALLS;
    if (limit === LEAST_CALLS && sinceAdjusted.has(priority)) return false;
    return others < (priority === 'normal' ? limit : Math.floor(limit / 2));
  };

  const count = (priority: Priority, calls: 1 | -1): void => {
    if (priority === 'essential') essential += calls;
    else others += calls;
  };

  return {
    admit(priority) {
      if (!hasRoom(priority)) {
        onShed(priority);
        // Spread, so that those who were refused together do not come back together.
        const choices = LAST_RETRY_SECS - FIRST_RETRY_SECS + 1;
        throw new Shed(FIRST_RETRY_SECS + Math.floor(random() * choices));
      }
      count(priority, 1);
      sinceAdjusted.add(priority);
      let isIn = true;
      return () => {
        if (isIn) count(priority, -1);
        isIn = false;
      };
    },
    hasRoom,
    adjust() {
      sinceAdjusted.clear();
      const isOverloaded = isLate() && essential + others >= FEW_CALLS;
      const next = isOverloaded ? Math.floor(limit * SHRINK) : limit + GROW;
      limit = Math.min(MOST_CALLS, Math.max(LEAST_CALLS, next));
    },
    limit: () => limit,
  };
}
