// Intervals of the status queries for a pending payment: short at first, then growing.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const FIRST_CHECK_MS = 2 * MINUTE_MS;
const MAX_PAUSE_MS = 6 * HOUR_MS;
/**
 * A checkout that is still unpaid after this time (ms) fails. One that failed earlier is queried until then, because the
 * provider's page may let the buyer try again.
 */
export const OPEN_FOR_MS = 24 * HOUR_MS;
/**
 * A payment that the provider still reports as pending after this time (ms) fails: no bank transfer takes as long. A
 * failed payment whose second attempt is pending is queried until then.
 */
export const PENDING_FOR_MS = 30 * 24 * HOUR_MS;

/** The pause (ms) after `checks` status queries: 2, 4, 8 minutes, at most six hours. */
export const pauseAfter = (checks: number): number =>
  Math.min(MAX_PAUSE_MS, FIRST_CHECK_MS * 2 ** Math.min(checks, 20));
