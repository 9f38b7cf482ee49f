// Classifies the failure of an attempt to send a queued item: retry later, or rejected by a rule.
import { ApiError } from '@kerb/sdk/client';
import { isPassing } from '../network/is-passing.ts';
import type { QueuedStep, Refusal } from './queued-step.ts';

export type Failure =
  /** No response, or a server failure: retry later, not before `notBefore` (ms) if the server set it. */
  | { readonly kind: 'later'; readonly notBefore: number | null }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

const longestAskedMs = 10 * 60_000;

export function failureOf(error: unknown, now: number, step: Pick<QueuedStep, 'otp'> | null): Failure {
  if (!(error instanceof ApiError)) return { kind: 'later', notBefore: null };
  const { code, status, retryAfterSeconds } = error;
  const asked =
    retryAfterSeconds === undefined ? null : now + Math.min(longestAskedMs, retryAfterSeconds * 1000);
  // After too many wrong trip codes the server requires a pause. The step counts as rejected until then, because the
  // trip has not started and the driver has to see it.
  if (status === 429 && step?.otp && asked !== null)
    return { kind: 'refused', refusal: { code, until: asked } };
  if (isPassing(error)) return { kind: 'later', notBefore: asked };
  return { kind: 'refused', refusal: { code, until: null } };
}

const firstMs = 1_000;
const longestMs = 30_000;

/**
 * Exponential back-off: ms until the next attempt after `failures` consecutive failures (from 1), with an upper bound.
 * Half of it is jitter; `random` is in [0, 1).
 */
export function pauseAfter(failures: number, random: number): number {
  const whole = Math.min(longestMs, firstMs * 2 ** (failures - 1));
  return Math.round(whole / 2 + (whole / 2) * random);
}
