// Counts what each caller uses of an allowance in a window of time, here or over all servers; its memory is bounded.
import { DomainError } from '@kerb/domain/kernel';
import { LRUCache } from 'lru-cache';
import type { SharedCounts } from '../../ports/shared-counts.ts';

/** Thrown where a caller has used up what they may; answered with Retry-After. */
export class TooManyRequests extends DomainError {
  readonly retryAfterSecs: number;

  constructor(retryAfterSecs: number, detail?: string) {
    super('too_many_requests', detail);
    this.retryAfterSecs = retryAfterSecs;
  }
}

const refusalUntil = (endsInMs: number) => new TooManyRequests(Math.max(1, Math.ceil(endsInMs / 1000)));

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
  // By size, because with `max` the cache allocates a megabyte at once, and a server has hundreds of allowances.
  const used = new LRUCache<string, Used>({ maxSize: MOST_KEYS, sizeCalculation: () => 1 });
  const current = (key: string): Used => {
    const known = used.get(key);
    if (known !== undefined && known.endsAt > now()) return known;
    const fresh = { amount: 0, endsAt: now() + windowMs };
    used.set(key, fresh);
    return fresh;
  };
  return {
    spend(key, cost = 1) {
      const window = current(key);
      if (window.amount + cost > max) throw refusalUntil(window.endsAt - now());
      window.amount += cost;
    },
    refund(key, cost) {
      const window = current(key);
      window.amount = Math.max(0, window.amount - cost);
    },
  };
}

/** An allowance that all servers count together while the shared count can be had, and each for itself otherwise. */
export interface SharedAllowance {
  /** Rejects with TooManyRequests, and counts nothing, when the caller would have used more than allowed. */
  spend(key: string, cost?: number): Promise<void>;
  /** Takes back what was spent in the same window. */
  refund(key: string, cost: number): void;
}

/** `name` is the same on every server; `shared` is null where each server counts for itself. */
export function createSharedAllowance(
  shared: SharedCounts | null,
  { name, max, windowMs }: { name: string; max: number; windowMs: number },
): SharedAllowance {
  const here = createAllowance(max, windowMs);
  return {
    async spend(key, cost = 1) {
      // Who is beyond the limit on this server alone costs Redis nothing.
      here.spend(key, cost);
      const answer = (await shared?.spend({ key: `${name} ${key}`, cost, max, windowMs })) ?? null;
      if (answer === null || answer.isAllowed) return;
      here.refund(key, cost);
      throw refusalUntil(answer.endsInMs);
    },
    refund(key, cost) {
      here.refund(key, cost);
      shared?.refund(`${name} ${key}`, cost);
    },
  };
}
