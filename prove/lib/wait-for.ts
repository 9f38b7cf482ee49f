// Waits for a condition with a deadline.
import { setTimeout as pause } from 'node:timers/promises';

const POLL_INTERVAL_MS = 50;

/** True as soon as the condition holds; false when the deadline has passed. */
export async function becomesTrueWithin(
  ms: number,
  condition: () => boolean | Promise<boolean>,
): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (performance.now() < deadline) {
    if (await condition()) return true;
    await pause(POLL_INTERVAL_MS);
  }
  return false;
}

/** The result of the work, and its duration in ms. */
export async function timed<T>(work: Promise<T>): Promise<{ answer: T; ms: number }> {
  const begun = performance.now();
  const answer = await work;
  return { answer, ms: Math.round(performance.now() - begun) };
}
