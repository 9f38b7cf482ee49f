// Calls that outlast a server that restarts, is overloaded or asks for patience.
import { ApiError, type CallOptions } from '@kerb/sdk/client';
import type { Time } from './time.ts';

export const FIRST_PAUSE_MS = 500;
export const MAX_PAUSE_MS = 15_000;

/** How long to wait after the n-th failure in a row, from 1; null when trying again would not help. */
export function pauseAfter(error: unknown, failures: number): number | null {
  if (!(error instanceof ApiError)) return null;
  const passing = error.status === 0 || error.status === 429 || error.status >= 500;
  if (!passing) return null;
  const asked = (error.retryAfterSeconds ?? 0) * 1000;
  return Math.max(asked, Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)));
}

export type Persist = <T>(call: (options: CallOptions) => Promise<T>, signal: AbortSignal) => Promise<T>;

/** Tries until it works, the answer is final, or the signal ends; then it throws. One key, one effect. */
export function createPersist(time: Time): Persist {
  return async function persist(call, signal) {
    const idempotencyKey = crypto.randomUUID();
    for (let failures = 1; ; failures += 1) {
      signal.throwIfAborted();
      try {
        return await call({ signal, idempotencyKey });
      } catch (error) {
        signal.throwIfAborted();
        const pause = pauseAfter(error, failures);
        if (pause === null) throw error;
        await time.waitMs(pause, signal);
      }
    }
  };
}

/** The server rejected the call with a reason: the booking has moved on, another driver was faster. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401;
