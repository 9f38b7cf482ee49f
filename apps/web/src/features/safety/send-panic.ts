// Sends an emergency call until the server confirms it, always with one idempotency key, so that it is recorded once.
import type { LatLng } from '@kerb/domain/geo';
import { ApiError } from '@kerb/sdk/client';

export interface SendPanicDeps {
  /** Sends one request. */
  readonly send: (location: LatLng | null) => Promise<{ at: number }>;
  /** Resolves after a delay, or earlier when the network is back. */
  readonly wait: () => Promise<void>;
  /** Called after a failed attempt, before the retry. */
  readonly onTrying: () => void;
}

/** True for a permanent error, which a retry cannot change. */
const isFinal = (problem: unknown): boolean =>
  problem instanceof ApiError &&
  problem.status >= 400 &&
  problem.status < 500 &&
  !passing.has(problem.status);
const passing: ReadonlySet<number> = new Set([408, 409, 425, 429]);
const finalCodes: ReadonlySet<string> = new Set(['transition_not_allowed', 'panic_off', 'conflict']);

/** Returns when the operator was alerted, ms since the epoch. Throws a permanent error. */
export async function sendPanic(
  { send, wait, onTrying }: SendPanicDeps,
  location: LatLng | null,
): Promise<number> {
  for (;;) {
    try {
      return (await send(location)).at;
    } catch (problem) {
      if (isFinal(problem) || (problem instanceof ApiError && finalCodes.has(problem.code))) throw problem;
    }
    onTrying();
    await wait();
  }
}
