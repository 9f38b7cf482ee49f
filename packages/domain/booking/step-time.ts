// When a step of a trip happened: what the driver's phone says, held to what the server itself knows.

export const stepTimeLimits = {
  /** Nobody is away from the network for longer within one trip; an older claim is a wrong clock. */
  maxAwayMs: 12 * 3_600_000,
  /** A phone that is back needs this long at most to send what it kept; what it sends meanwhile proves nothing. */
  sendingMs: 60_000,
} as const;

export interface ToldStep {
  /** What the phone said, ms since the epoch as all times here; undefined: it happens now. */
  said: number | undefined;
  /** The time kept of the step before; null where there is none. */
  previous: number | null;
  /**
   * When the phone last had a network for certain before it began to send what it kept; null when that is not known
   * or does not matter. A step done before would have been told then.
   */
  heard?: number | null;
  now: number;
}

/**
 * The time to keep of a step. A claim is never refused for its time, or a phone with a wrong clock could never end
 * its trip; it is moved to the nearest time that can be true:
 * - not after now: a step cannot have happened after it was told, however far ahead the phone's clock is;
 * - not before the step before it, nor longer ago than anybody is away;
 * - not before `heard`, where an early claim is worth money: waiting is not driving, so a start counts from the
 *   moment the phone was last heard without one. An early end only ever makes a trip cheaper and needs no such bound.
 */
export function stepTime({ said, previous, heard = null, now }: ToldStep): number {
  const earliest = Math.max(previous ?? 0, heard ?? 0, now - stepTimeLimits.maxAwayMs);
  const claimed = Math.min(now, Math.max(said ?? now, earliest));
  // The server's own clock may have been set back since the step before.
  return Math.max(previous ?? 0, claimed);
}
