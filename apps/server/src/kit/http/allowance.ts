// Counts what each caller uses of an allowance in a window of time; the memory it takes is bounded.
import { DomainError } from '@kerb/domain/kernel';
import { LRUCache } from 'lru-cache';

/** Thrown where a caller has used up what they may; answered with Retry-After. */
export class TooManyRequests extends DomainError {
  readonly retryAfterSecs: number;

  constructor(retryAfterSecs: number, detail?: string) {
    super('too_many_requests', detail);
    this.retryAfterSecs = retryAfterSecs;
  }
}

/** Callers counted at a time; beyond it the count of the least recently seen callers is evicted. */
const MOST_KEYS = 50_000;

interface Used {
  amount: number;
  endsAt: number;
}

export interface Allowance {
  /** Throws TooManyRequests, and counts nothing, when the caller would have used more than allowed. */
  spend(key: string, cost?: number): void;
  /** Takes back what was spent in the same window. */
  refund(key: string, cost: number): void;
}

/** `now` in ms; every window of a key starts with its first call. */
export function createAllowance(
  max: number,
  windowMs: number,
  now: () => number = () => performance.now(),
): Allowance {
  // Made with the first caller: each takes a megabyte, and a server has dozens that are hardly ever used.
  let used: LRUCache<string, Used> | undefined;
  const current = (key: string): Used => {
    used ??= new LRUCache<string, Used>({ max: MOST_KEYS });
    const known = used.get(key);
    if (known !== undefined && known.endsAt > now()) return known;
    const fresh = { amount: 0, endsAt: now() + windowMs };
    used.set(key, fresh);
    return fresh;
  };
  return {
    spend(key, cost = 1) {
      const window = current(key);
      if (window.amount + cost > max) {
        throw new TooManyRequests(Math.max(1, Math.ceil((window.endsAt - now()) / 1000)));
      }
      window.amount += cost;
    },
    refund(key, cost) {
      const window = current(key);
      window.amount = Math.max(0, window.amount - cost);
    },
  };
}
