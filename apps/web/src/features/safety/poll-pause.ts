// How long to wait before the trip of a stranger's link is asked for again: soon while all is well, longer while not.

const soonMs = 4_000;
const longestMs = 60_000;

/** `failures` in a row so far. */
export const pauseAfter = (failures: number): number =>
  Math.min(longestMs, soonMs * 2 ** Math.min(failures, 8));
