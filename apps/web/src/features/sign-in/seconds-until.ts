// Computes the seconds until another code can be requested.

/** Caps the countdown on a device with a wrong clock; the server enforces the wait. */
const MAX_MS = 60_000;

/** Whole seconds left; all three in ms since the epoch, `at` by the server's clock, the others by the device's. */
export function secondsUntil(at: number, startedAt: number, now: number): number {
  const wait = Math.min(at - startedAt, MAX_MS);
  return Math.max(0, Math.ceil((wait - (now - startedAt)) / 1000));
}
