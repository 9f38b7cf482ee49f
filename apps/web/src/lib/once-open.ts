// Runs something when the live connection is there for the first time: what was read before may have missed a change.
import type { Live } from '@kerb/sdk/live';

/**
 * Does nothing when the connection is already open. A reconnection replays missed events by itself, but the first
 * connection starts at the moment it opens. Returns a function that stops waiting.
 */
export function onceOpen(live: Pick<Live, 'state' | 'onState'>, run: () => void): () => void {
  if (live.state() === 'open') return () => undefined;
  const stop = live.onState((state) => {
    if (state !== 'open') return;
    stop();
    run();
  });
  return stop;
}
