// Runs a callback when the live connection opens for the first time: data that was loaded before may have missed a
// change.
import type { Live } from '@kerb/sdk/live';

/**
 * Does nothing when the connection is already open. After a reconnection the server replays missed events, but the
 * first connection receives only events published after it opened. Returns a function that cancels the wait.
 */
export function whenOpen(live: Pick<Live, 'state' | 'onState'>, run: () => void): () => void {
  if (live.state() === 'open') return () => undefined;
  const stop = live.onState((state) => {
    if (state !== 'open') return;
    stop();
    run();
  });
  return stop;
}
