// Computes when a step of a trip happened from the time reported by the driver's phone, within the limits known to the
// server.

export const stepTimeLimits = {
  /** Maximum time offline within one trip; an older report means that the phone's clock is wrong. */
  maxAwayMs: 12 * 3_600_000,
  /**
   * Time in which a reconnected phone uploads its buffer. Positions received during the upload do not prove an earlier
   * connection.
   */
  sendingMs: 60_000,
} as const;

export interface ReportedStep {
  /**
   * Time reported by the phone, in ms since the epoch like all times here; undefined for a step reported without delay.
   */
  said: number | undefined;
  /** Stored time of the previous step; null for the first step. */
  previous: number | null;
  /**
   * Last time at which the phone was certainly online before it began to upload its buffer; null when unknown or
   * irrelevant. A step taken before that time would have been sent at once.
   */
  lastOnlineAt?: number | null;
  now: number;
}

/**
 * Returns the time to store for a step. A reported time is never rejected, because a phone with a wrong clock could
 * then never end its trip; it is moved to the nearest possible time:
 * - not after now, because a step cannot happen after its report, regardless of the phone's clock;
 * - not before the previous step, and not more than `maxAwayMs` ago;
 * - not before `lastOnlineAt`, where an early time would cost the rider money: a start counts at the earliest from when
 *   the phone was last online without reporting it. An early end makes a trip cheaper and needs no such limit.
 */
export function stepTime({ said, previous, lastOnlineAt = null, now }: ReportedStep): number {
  const earliest = Math.max(lastOnlineAt ?? 0, now - stepTimeLimits.maxAwayMs);
  const claimed = Math.min(now, Math.max(said ?? now, earliest));
  // Not before the previous step, even if the server's clock was set back in the meantime.
  return Math.max(previous ?? 0, claimed);
}
