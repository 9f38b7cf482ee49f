// Subscribes the server that runs the search to the positions of all cars; other servers receive only those that their
// clients watch.
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import type { DispatchModuleDeps } from './dispatch.deps.ts';

/** A server stays subscribed for this long (ms) after a search, because it may search again soon. */
const KEEP_MS = MS_PER_MINUTE;
const NEED = 'dispatch';

interface AllPositionsDeps {
  clock: DispatchModuleDeps['clock'];
  fleet: { positions: Pick<DispatchModuleDeps['fleet']['positions'], 'subscribeArea' | 'release'> };
}

export function createAllPositions({ fleet, clock }: AllPositionsDeps) {
  let subscribedAt: number | null = null;
  return {
    /** Resolves when all positions are known; a search with missing positions would pass those drivers over. */
    async subscribe(): Promise<void> {
      subscribedAt = clock.now();
      await fleet.positions.subscribeArea(NEED, 'everywhere');
    },
    /** Ends the subscription when this server has not searched for a while, because another one searches. */
    release(): void {
      if (subscribedAt === null || clock.now() - subscribedAt < KEEP_MS) return;
      subscribedAt = null;
      fleet.positions.release(NEED);
    },
  };
}
