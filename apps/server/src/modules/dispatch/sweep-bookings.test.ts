// However many bookings wait when Kerb begins to look for drivers, each has its turn, the longest waiting first.
import { expect, test } from 'vitest';
import { createSweepBookings } from './sweep-bookings.ts';

const waiting = Array.from({ length: 5 }, (_, index) => ({ id: `booking ${index}`, dispatch_at: index }));

test('every booking is processed, page after page, also after a failure', async () => {
  const offered: string[] = [];
  const warned: string[] = [];
  const sweep = createSweepBookings({
    clock: { now: () => 3 },
    logger: { warn: (_details, message) => warned.push(message) },
    booking: {
      searching: async (before, after) =>
        waiting
          .filter(({ dispatch_at }) => dispatch_at <= before && dispatch_at > (after?.dispatch_at ?? -1))
          .slice(0, 2),
    },
    async offerBooking(id) {
      offered.push(id);
      if (id === 'booking 1') throw new Error('the map service is away');
      return 'offered';
    },
  });
  await sweep();
  expect(offered).toEqual(['booking 0', 'booking 1', 'booking 2', 'booking 3']);
  expect(warned).toHaveLength(1);
});
