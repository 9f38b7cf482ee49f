// Measures the server's clock again when positions are rejected, which happens to all of them after the phone's clock
// was set.
import { client } from '../store.ts';

/** Positions are also rejected for other reasons, such as low accuracy. */
const atMostEveryMs = 30_000;

/** By the monotonic clock, because the phone's clock is what may have been set. */
let measuredAt = Number.NEGATIVE_INFINITY;

/** The response of the session measures the clock; without a network, a later rejection tries again. */
export async function measureClockAgain(): Promise<void> {
  const now = performance.now();
  if (now - measuredAt < atMostEveryMs) return;
  measuredAt = now;
  await client.getSession().catch(() => undefined);
}
