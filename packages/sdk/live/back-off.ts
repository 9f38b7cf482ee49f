// Computes the delay before a reconnect: exponential with an upper bound, and randomised so that many clients do not
// reconnect at the same time.

const shortestMs = 250;
const firstMs = 2_000;
const longestMs = 15_000;

/**
 * Returns the delay in ms, at least 250. `failures` counts from 1; `random` is in [0, 1). Nearly all of the delay is
 * random, up to two seconds after the first failure: when a server fails, thousands of clients lose their connection at
 * the same moment.
 */
export function backOff(failures: number, random: number): number {
  const most = Math.min(longestMs, firstMs * 2 ** (Math.max(failures, 1) - 1));
  return Math.round(shortestMs + (most - shortestMs) * random);
}
