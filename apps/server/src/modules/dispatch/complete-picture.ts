// The server that searches for drivers receives the positions of all cars; the others need only those that they show.
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import type { DispatchModuleDeps } from './dispatch.deps.ts';

/** A server that has searched within this time may search again soon. */
const HOLD_MS = MS_PER_MINUTE;
const NEED = 'dispatch';

interface PictureDeps {
  clock: DispatchModuleDeps['clock'];
  fleet: { positions: Pick<DispatchModuleDeps['fleet']['positions'], 'hold' | 'release'> };
}

export function createPicture({ fleet, clock }: PictureDeps) {
  let heldAt: number | null = null;
  return {
    /** Resolves when all positions are known: a plan without some of the cars would pass them over. */
    async complete(): Promise<void> {
      heldAt = clock.now();
      await fleet.positions.hold(NEED, 'everywhere');
    },
    /** Another server searches. */
    leave(): void {
      if (heldAt === null || clock.now() - heldAt < HOLD_MS) return;
      heldAt = null;
      fleet.positions.release(NEED);
    },
  };
}
