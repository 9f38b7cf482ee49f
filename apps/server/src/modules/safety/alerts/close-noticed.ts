// Closes the automatic alerts (standstill, off route) of a trip that has ended; a call for help stays open.
import { bookingStatus } from '@kerb/domain/booking';
import { z } from 'zod';
import type { Subscriber } from '../../../kit/index.ts';
import type { SafetyDeps } from '../safety.deps.ts';
import { publishAlertChanged } from '../safety.events.ts';
import { alertRepository } from './alert.repository.ts';

type CloseDeps = Pick<SafetyDeps, 'db' | 'withTx' | 'clock' | 'booking'>;

/** Closes the automatic alerts of a trip that has ended; idempotent. */
export function createCloseNoticed({ withTx, clock, booking }: CloseDeps) {
  return async function closeNoticed(id: string): Promise<void> {
    if ((await booking.find(id))?.status === 'STARTED') return;
    await withTx(async (tx) => {
      for (const alert of await alertRepository(tx).closeNoticed(id, clock.now()))
        await publishAlertChanged(tx, alert);
    });
  };
}

const changed = z.object({ booking_id: z.string(), from: bookingStatus.optional() });

export function onTripOver(closeNoticed: ReturnType<typeof createCloseNoticed>): Subscriber {
  return {
    name: 'safety.on-trip-over',
    events: ['booking.changed'],
    async handle({ data }) {
      const { booking_id: id, from } = changed.parse(data);
      if (from === 'STARTED') await closeNoticed(id);
    },
  };
}
