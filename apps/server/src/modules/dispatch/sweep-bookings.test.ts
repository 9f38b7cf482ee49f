// Tests that all bookings that wait when automatic dispatch is off are handed to the admins, the longest waiting first.
import { settings as settingsSchema } from '@kerb/domain/settings';
import { expect, test } from 'vitest';
import { createSweepBookings } from './sweep-bookings.ts';

const waiting = Array.from({ length: 5 }, (_, index) => ({ id: `booking ${index}`, dispatch_at: index }));

test('every booking is processed, page after page, also after a failure', async () => {
  const left: string[] = [];
  const warned: string[] = [];
  const sweep = createSweepBookings({
    clock: { now: () => 3 },
    settings: { get: async () => settingsSchema.parse({ autoDispatch: false }) },
    logger: { warn: (_details, message) => warned.push(message) },
    booking: {
      searching: async (before, after) =>
        waiting
          .filter(({ dispatch_at }) => dispatch_at <= before && dispatch_at > (after?.dispatch_at ?? -1))
          .slice(0, 2),
    },
    async switchToManual(id) {
      left.push(id);
      if (id === 'booking 1') throw new Error('the database is away');
    },
  });
  await sweep();
  expect(left).toEqual(['booking 0', 'booking 1', 'booking 2', 'booking 3']);
  expect(warned).toHaveLength(1);
});
