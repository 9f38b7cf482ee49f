// Computes the delay before a reconnect: exponential with an upper bound, and randomised so that many clients do not
// reconnect at the same time.

const firstMs = 500;
const longestMs = 15_000;

/**
 * Returns the delay in ms. `failures` counts from 1; `random` is in [0, 1). Half of the delay is fixed, half is random.
 */
export function backOff(failures: number, random: number): number {
  const whole = Math.min(longestMs, firstMs * 2 ** (Math.max(failures, 1) - 1));
  return Math.round(whole / 2 + (whole / 2) * random);
}
