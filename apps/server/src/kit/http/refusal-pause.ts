// Delays responses to callers beyond a limit, so that a client that retries at once costs the server little.
import { setTimeout as startTimer } from 'node:timers/promises';

const PAUSE_MS = 500;
/**
 * Maximum number of delayed responses at a time; further ones are sent at once, because each delayed response holds
 * memory.
 */
const MAX_WAITING = 2_000;

// `ref: false`: a stopping server does not wait for the timer.
const waitFor = (ms: number): Promise<void> => startTimer(ms, undefined, { ref: false });

/** `wait` resolves after this many milliseconds. */
export function createRefusalPause(
  ms: number = PAUSE_MS,
  maxWaiting: number = MAX_WAITING,
  wait: (ms: number) => Promise<void> = waitFor,
) {
  let waiting = 0;
  return async function pauseRefusal(): Promise<void> {
    if (ms === 0 || waiting >= maxWaiting) return;
    waiting += 1;
    await wait(ms);
    waiting -= 1;
  };
}
