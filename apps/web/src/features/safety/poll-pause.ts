// Computes the poll interval of a shared trip: short normally, longer after failures.

const soonMs = 4_000;
const maxPauseMs = 60_000;

/** `failures`: number of consecutive failures. */
export const pauseAfter = (failures: number): number =>
  Math.min(maxPauseMs, soonMs * 2 ** Math.min(failures, 8));
