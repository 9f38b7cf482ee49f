// Computes the time of arrival between two server updates: counts down by the clock and never below zero.

export interface Eta {
  readonly to: 'pickup' | 'drop';
  /** Remaining driving time in seconds when it was received. */
  readonly time_in_secs: number;
  readonly distance_in_km: number;
  /** Encoded polyline (precision 5) of the remaining route. */
  readonly polyline: string;
  /** ms since the epoch on this device. */
  readonly receivedAt: number;
}

/** Seconds left at `now` (ms since the epoch), counted down from the arrival of the estimate; at least 0. */
export function secondsLeft(eta: Pick<Eta, 'time_in_secs' | 'receivedAt'>, now: number): number {
  const passed = Math.max(0, now - eta.receivedAt) / 1000;
  return Math.max(0, Math.round(eta.time_in_secs - passed));
}

/** The next destination of the car in a status, or null when there is no arrival to wait for. */
export function destinationOf(status: string): Eta['to'] | null {
  if (status === 'ACCEPTED') return 'pickup';
  return status === 'STARTED' ? 'drop' : null;
}

/** Null for an estimate of the other destination, which is outdated once the trip has started. */
export function etaFor(status: string, eta: Eta | null): Eta | null {
  return eta !== null && eta.to === destinationOf(status) ? eta : null;
}

/** Age of a position in ms from which the car is shown as last seen at that time. */
export const staleAfterMs = 30_000;

export function isStale(at: number, now: number): boolean {
  return now - at > staleAfterMs;
}

/**
 * Seconds left and the time they refer to: for a fresh position they count down to now; for a stale one they are frozen
 * at the time the car was last seen.
 */
export function arrivalOf(
  eta: Pick<Eta, 'time_in_secs' | 'receivedAt'>,
  seenAt: number | null,
  now: number,
): { readonly seconds: number; readonly from: number; readonly isStale: boolean } {
  if (seenAt === null || !isStale(seenAt, now))
    return { seconds: secondsLeft(eta, now), from: now, isStale: false };
  const from = Math.min(now, Math.max(seenAt, eta.receivedAt));
  return { seconds: secondsLeft(eta, from), from, isStale: true };
}
