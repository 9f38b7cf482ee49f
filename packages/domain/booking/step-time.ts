// When a step of a trip happened: the time that the driver's phone reports, bounded by what the server knows.

export const stepTimeLimits = {
  /** The longest time a phone may be offline within one trip; an older claim is a wrong clock. */
  maxAwayMs: 12 * 3_600_000,
  /** Time that a reconnected phone may take to upload its buffer; positions received meanwhile do not prove a connection. */
  sendingMs: 60_000,
} as const;

export interface ReportedStep {
  /** Time reported by the phone, ms since the epoch as all times here; undefined for a step that happens now. */
  said: number | undefined;
  /** Stored time of the previous step; null for the first. */
  previous: number | null;
  /**
   * When the phone was certainly online for the last time before it began to upload its buffer; null when unknown or
   * irrelevant. A step done before that time would have been sent at once.
   */
  lastOnlineAt?: number | null;
  now: number;
}

/**
 * The time to store for a step. A report is never rejected because of its time, or a phone with a wrong clock could
 * never end its trip; it is moved to the nearest possible time:
 * - not after now: a step cannot have happened after it was reported, however far ahead the phone's clock is;
 * - not before the previous step, nor longer ago than `maxAwayMs`;
 * - not before `lastOnlineAt`, where an early claim would cost the rider money: waiting is not driving, so a start
 *   counts at the earliest from when the phone was last online without one. An early end makes a trip cheaper and
 *   needs no such bound.
 */
export function stepTime({ said, previous, lastOnlineAt = null, now }: ReportedStep): number {
  const earliest = Math.max(lastOnlineAt ?? 0, now - stepTimeLimits.maxAwayMs);
  const claimed = Math.min(now, Math.max(said ?? now, earliest));
  // Not before the previous step, even when the server's clock was set back since.
  return Math.max(previous ?? 0, claimed);
}
