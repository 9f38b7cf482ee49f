// Rate limits: counts the use of each caller in a time window, on this server or over all servers, with bounded memory.
import { DomainError } from '@kerb/domain/kernel';
import { LRUCache } from 'lru-cache';
import type { SharedCounts } from '../../ports/shared-counts.ts';

/** Thrown when a caller has used up the limit; the answer has a Retry-After header. */
export class TooManyRequests extends DomainError {
  readonly retryAfterSecs: number;

  constructor(retryAfterSecs: number, detail?: string) {
    super('too_many_requests', detail);
    this.retryAfterSecs = retryAfterSecs;
  }
}

const refusalUntil = (endsInMs: number) => new TooManyRequests(Math.max(1, Math.ceil(endsInMs / 1000)));

/** Maximum number of callers counted at a time; beyond it, the least recently seen caller is evicted. */
const MAX_KEYS = 50_000;

interface Used {
  amount: number;
  endsAt: number;
}

export interface Allowance {
  /** Counts the cost; throws TooManyRequests without counting when the limit would be exceeded. */
  spend(key: string, cost?: number): void;
  /** Subtracts what was counted in the same window. */
  refund(key: string, cost: number): void;
}

/** `now` returns ms; the window of a key starts with its first call. */
export function createAllowance(
  max: number,
  windowMs: number,
  now: () => number = () => performance.now(),
): Allowance {
  // Uses `maxSize`, because with `max` the cache allocates a megabyte at once, and a server has hundreds of limits.
  const used = new LRUCache<string, Used>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 });
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

interface Bucket {
  level: number;
  filledAt: number;
}

/**
 * An allowance without windows (a token bucket): the bucket of a key starts full with `burst` units and is refilled
 * continuously with `perMinute` units a minute. A cost above `burst` is admitted only from a full bucket, which is then
 * in debt. `now` returns ms.
 */
export function createBurstAllowance(
  { burst, perMinute }: { burst: number; perMinute: number },
  now: () => number = () => performance.now(),
): Allowance {
  const perMs = perMinute / 60_000;
  const buckets = new LRUCache<string, Bucket>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 });
  const current = (key: string): Bucket => {
    const known = buckets.get(key);
    if (known === undefined) {
      const full = { level: burst, filledAt: now() };
      buckets.set(key, full);
      return full;
    }
    const filledAt = now();
    known.level = Math.min(burst, known.level + (filledAt - known.filledAt) * perMs);
    known.filledAt = filledAt;
    return known;
  };
  return {
    spend(key, cost = 1) {
      const bucket = current(key);
      const missing = Math.min(cost, burst) - bucket.level;
      if (missing > 0) throw refusalUntil(missing / perMs);
      bucket.level -= cost;
    },
    refund(key, cost) {
      const bucket = current(key);
      bucket.level = Math.min(burst, bucket.level + cost);
    },
  };
}

/**
 * A rate limit counted over all servers while the shared count is available, and by each server for itself otherwise.
 */
export interface SharedAllowance {
  /** Counts the cost; rejects with TooManyRequests without counting when the limit would be exceeded. */
  spend(key: string, cost?: number): Promise<void>;
  /** Subtracts what was counted in the same window. */
  refund(key: string, cost: number): void;
}

/** `name` must be the same on every server; `shared` is null when each server counts for itself. */
export function createSharedAllowance(
  shared: SharedCounts | null,
  { name, max, windowMs }: { name: string; max: number; windowMs: number },
): SharedAllowance {
  const here = createAllowance(max, windowMs);
  return {
    async spend(key, cost = 1) {
      // A caller beyond the limit on this server alone is rejected without a request to Redis.
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
