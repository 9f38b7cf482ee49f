// How long to wait before connecting again: doubling, bounded, and randomised so that many clients do not reconnect at once.

const firstMs = 500;
const longestMs = 15_000;

/** `failures` counts from 1; `random` lies in [0, 1). Half of the wait is fixed, half is chance. */
export function backOff(failures: number, random: number): number {
  const whole = Math.min(longestMs, firstMs * 2 ** (Math.max(failures, 1) - 1));
  return Math.round(whole / 2 + (whole / 2) * random);
}
