// The time of arrival between two answers of the server: it counts down by the clock and never below the arrival.

export interface Eta {
  readonly to: 'pickup' | 'drop';
  /** Seconds still to drive when it was received. */
  readonly time_in_secs: number;
  readonly distance_in_km: number;
  /** Encoded polyline (precision 5) of the way still ahead. */
  readonly polyline: string;
  /** ms since the epoch on this device. */
  readonly receivedAt: number;
}

/** Seconds left at `now` (ms), counted down from when the estimate was received; at least 0. */
export function secondsLeft(eta: Pick<Eta, 'time_in_secs' | 'receivedAt'>, now: number): number {
  const passed = Math.max(0, now - eta.receivedAt) / 1000;
  return Math.max(0, Math.round(eta.time_in_secs - passed));
}

/** Where the car leads in a status, or null when there is nothing to wait for. */
export function destinationOf(status: string): Eta['to'] | null {
  if (status === 'ACCEPTED') return 'pickup';
  return status === 'STARTED' ? 'drop' : null;
}

/** An estimate for the other end of the trip, from before it started, says nothing any more. */
export function etaFor(status: string, eta: Eta | null): Eta | null {
  return eta !== null && eta.to === destinationOf(status) ? eta : null;
}

/** Older than this (ms) and the car is shown as last seen then, not as being there. */
export const staleAfterMs = 30_000;

export function isStale(at: number, now: number): boolean {
  return now - at > staleAfterMs;
}

/**
 * Seconds left and the moment they are from: while the car is seen they count down from now; of a car that was last
 * seen long ago they are what they were then.
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
