// Admission control: decides which calls run while the server is overloaded, and rejects lists and reports first.
import { DomainError } from '@kerb/domain/kernel';

/**
 * `essential`: running trips, payments, sign-in. `deferrable`: calls that users can repeat later, such as lists,
 * estimates and reports. `normal`: all others.
 */
export type Priority = 'essential' | 'normal' | 'deferrable';

/** A call rejected in favour of more important ones; its answer has a Retry-After header. */
export class Shed extends DomainError {
  readonly retryAfterSecs: number;

  constructor(retryAfterSecs: number) {
    super('overloaded');
    this.retryAfterSecs = retryAfterSecs;
  }
}

export interface Admission {
  /** Takes a slot and returns the function that releases it. Throws Shed when no slot is free for this priority. */
  admit(priority: Priority): () => void;
  hasRoom(priority: Priority): boolean;
  /** Adapts the limit; call it once every ADJUST_EVERY_MS. */
  adjust(): void;
  /** Maximum number of non-essential calls in flight. */
  limit(): number;
}

export interface AdmissionDeps {
  /** Whether calls wait too long for the CPU or for a database connection. */
  isLate: () => boolean;
  onShed: (priority: Priority) => void;
  /** Returns a number from 0 to below 1, as Math.random does. */
  random?: () => number;
}

export const ADJUST_EVERY_MS = 100;
/** Largest limit. Deferrable calls may use half of it, so that they never take all of 20 database connections. */
const MAX_CALLS = 32;
/**
 * Smallest limit: one deferrable call in flight, and one call of each non-essential priority between two adjustments.
 */
const MIN_CALLS = 2;
/**
 * With fewer calls in flight, such as those of one page and some trips, other programs on the machine cause the delay,
 * so the limit is not reduced.
 */
const FEW_CALLS = 12;
const SHRINK = 0.5;
const GROW = 1;
/**
 * Maximum number of essential calls in flight: with a longer queue its last call would wait for seconds, and each call
 * takes memory.
 */
const MAX_ESSENTIAL_CALLS = 1_000;
const FIRST_RETRY_SECS = 2;
const LAST_RETRY_SECS = 5;

/**
 * Halves the limit while calls wait too long and raises it by one otherwise, like TCP's congestion window. Deferrable
 * calls may use half of the limit, normal calls all of it; essential calls do not count towards it.
 */
export function createAdmission({ isLate, onShed, random = Math.random }: AdmissionDeps): Admission {
  let limit = MAX_CALLS;
  let essential = 0;
  let others = 0;
  /**
   * Priorities admitted since the last adjustment. At the smallest limit, the calls in flight alone do not bound the
   * work, because short calls could follow each other quickly.
   */
  const sinceAdjusted = new Set<Priority>();

  const hasRoom = (priority: Priority): boolean => {
    if (priority === 'essential') return essential < MAX_ESSENTIAL_CALLS;
    if (limit === MIN_CALLS && sinceAdjusted.has(priority)) return false;
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
        // Random delays keep clients that were rejected together from returning together.
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
      limit = Math.min(MAX_CALLS, Math.max(MIN_CALLS, next));
    },
    limit: () => limit,
  };
}
