// The client's lists of active and tracked bookings are the domain's, though its schemas stay out of the first load.
import { activeStatuses, bookingStatus, isTrackedForDriver } from '@kerb/domain/booking';
import { expect, it } from 'vitest';
import { createClient } from '../client/index.ts';
import { createKerbStore, fetchBookings } from './index.ts';

async function listed(statuses: readonly string[]) {
  const items = statuses.map((status) => ({ id: status, status }));
  const client = createClient({
    baseUrl: 'http://kerb.test',
    fetch: async () => new Response(JSON.stringify({ items, nextCursor: null })),
  });
  const store = createKerbStore({ client });
  await store.dispatch(fetchBookings());
  return store.getState().bookinglistdata;
}

it('bookings are active in exactly the statuses that the domain says', async () => {
  const { active } = await listed(bookingStatus.options);
  expect(active?.map(({ id }) => id)).toEqual(activeStatuses);
});

it.each(bookingStatus.options)('a booking in %s is tracked when the domain says so', async (status) => {
  const { tracked } = await listed([status]);
  expect(tracked !== null).toBe(isTrackedForDriver(status));
});
