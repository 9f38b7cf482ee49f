// Runs something when the live connection is there for the first time: what was read before may have missed a change.
import type { Live } from '@kerb/sdk/live';

/**
 * Nothing where it is open already. A connection that comes back tells what was missed by itself, the first one begins
 * with the moment it is ready. The answer ends the waiting.
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
