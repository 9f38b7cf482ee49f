// When a failed call is tried again, and how long to wait before: a pure rule.
import type { ApiError } from './api-error.ts';

export interface RetryPolicy {
  /** Attempts in all, the first included. */
  readonly attempts: number;
  /** Wait before the second attempt in ms; doubled for each further one. */
  readonly firstWaitMs: number;
  /** A longer Retry-After is not waited for: the caller learns of it at once. */
  readonly longestWaitMs: number;
}

export const defaultRetryPolicy: RetryPolicy = { attempts: 3, firstWaitMs: 250, longestWaitMs: 5000 };

/** Milliseconds to wait before the next attempt, or null when the error is final. `attempt` counts from 1. */
export function waitBeforeRetry(policy: RetryPolicy, attempt: number, error: ApiError): number | null {
  if (attempt >= policy.attempts) return null;
  const backOff = policy.firstWaitMs * 2 ** (attempt - 1);
  if (error.status === 0 || error.code === 'request_in_progress') return backOff;
  if (error.status === 502 || error.status === 504)
    return error.code === 'unexpected_answer' ? backOff : null;
  if (error.status !== 429 && error.status !== 503) return null;
  const asked = error.retryAfterSeconds === undefined ? backOff : error.retryAfterSeconds * 1000;
  return asked <= policy.longestWaitMs ? Math.max(asked, backOff) : null;
}
