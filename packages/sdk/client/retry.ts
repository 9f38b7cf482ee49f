// Decides whether a failed call is retried, and after which delay. Pure functions.
import type { ApiError } from './api-error.ts';

export interface RetryPolicy {
  /** Maximum number of attempts, including the first one. */
  readonly attempts: number;
  /** Delay before the second attempt in ms; doubled for each further one. */
  readonly firstWaitMs: number;
  /** Longest Retry-After that the client waits for; a longer one is returned to the caller as an error at once. */
  readonly maxWaitMs: number;
}

export const defaultRetryPolicy: RetryPolicy = { attempts: 3, firstWaitMs: 250, maxWaitMs: 5000 };

/** Returns the delay in ms before the next attempt, or null when the error is final. `attempt` counts from 1. */
export function waitBeforeRetry(policy: RetryPolicy, attempt: number, error: ApiError): number | null {
  if (attempt >= policy.attempts) return null;
  const backOff = policy.firstWaitMs * 2 ** (attempt - 1);
  if (error.status === 0 || error.code === 'request_in_progress') return backOff;
  if (error.status === 502 || error.status === 504)
    return error.code === 'unexpected_answer' ? backOff : null;
  if (error.status !== 429 && error.status !== 503) return null;
  const asked = error.retryAfterSeconds === undefined ? backOff : error.retryAfterSeconds * 1000;
  return asked <= policy.maxWaitMs ? Math.max(asked, backOff) : null;
}
