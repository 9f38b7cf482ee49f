// Maps HTTP answers of push providers to push outcomes.
import type { PushOutcome } from '../../ports/push.ts';

const MAX_WAIT_MS = 60 * 60_000;

/** Parses Retry-After (RFC 9110), which contains seconds or a date. Undefined for anything else. */
export function retryAfterMs(header: string | null | undefined, now: number): number | undefined {
  if (!header) return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, MAX_WAIT_MS) : undefined;
}

/** Handles the statuses that have the same meaning at every provider. */
export function outcomeOf(
  status: number,
  { who, retryAfter, now }: { who: string; retryAfter: string | null | undefined; now: number },
): PushOutcome {
  if (status >= 200 && status < 300) return { result: 'sent' };
  const reason = `${who} answered ${status}`;
  if (status === 408 || status === 429 || status >= 500)
    return { result: 'later', reason, afterMs: retryAfterMs(retryAfter, now) };
  return { result: 'refused', reason };
}
