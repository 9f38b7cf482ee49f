// Tests that the client's lists of active and tracked statuses equal those of the domain, whose schemas are not part of
// the first load.
import { activeStatuses, bookingStatus, isTrackedForDriver } from '@kerb/domain/booking';
import { expect, it } from 'vitest';
import { createClient } from '../client/index.ts';
import { createKerbStore, fetchBookings, signOut } from './index.ts';

async function listed(statuses: readonly string[], change: object = {}) {
  const items = statuses.map((status) => ({
    id: status,
    status,
    followOn: null,
    acceptedAhead: false,
    ...change,
  }));
  const client = createClient({
    baseUrl: 'http://kerb.test',
    fetch: async () => new Response(JSON.stringify({ items, nextCursor: null })),
  });
  const store = createKerbStore({ client });
  await store.dispatch(fetchBookings());
  return store.getState().bookinglistdata;
}

it('bookings are active in exactly the active statuses of the domain', async () => {
  const { active } = await listed(bookingStatus.options);
  expect(active?.map(({ id }) => id)).toEqual(activeStatuses);
});

it.each([
  ['a follow-on trip', { followOn: { pickupAt: 1 } }],
  ['a later trip accepted ahead', { acceptedAhead: true }],
])('%s is not tracked before its driver has set out', async (_, change) => {
  const { active, tracked } = await listed(['ACCEPTED'], change);
  expect(active).toHaveLength(1);
  expect(tracked).toBeNull();
});

it.each(bookingStatus.options)('a booking in %s is tracked when the domain says so', async (status) => {
  const { tracked } = await listed([status]);
  expect(tracked !== null).toBe(isTrackedForDriver(status));
});

it('includes active bookings older than the newest page', async () => {
  const asked: string[] = [];
  const pages: Record<string, { items: object[]; nextCursor: string | null }> = {
    '?limit=200': { items: [{ id: 'newest', status: 'COMPLETE' }], nextCursor: 'n' },
    '?active=true&limit=200': {
      items: [{ id: 'driving', status: 'STARTED', followOn: null }],
      nextCursor: 'a',
    },
    '?active=true&limit=200&cursor=a': { items: [{ id: 'oldest', status: 'PAID' }], nextCursor: null },
  };
  const client = createClient({
    baseUrl: 'http://kerb.test',
    fetch: async (input) => {
      const { search } = new URL(String(input));
      asked.push(search);
      return new Response(JSON.stringify(pages[search]));
    },
  });
  const store = createKerbStore({ client });
  await store.dispatch(fetchBookings());
  const { bookings, active, tracked } = store.getState().bookinglistdata;
  expect(bookings?.map(({ id }) => id)).toEqual(['newest']);
  expect(active.map(({ id }) => id)).toEqual(['driving', 'oldest']);
  expect(tracked?.id).toBe('driving');
  expect(asked).toEqual(Object.keys(pages));
});

it('retains the active bookings of the last successful fetch when a reload fails, until the user signs out', async () => {
  const items = [{ id: 'driving', status: 'STARTED', followOn: null }];
  const responses = [Response.json({ items, nextCursor: null })];
  const client = createClient({
    baseUrl: 'http://kerb.test',
    retry: { attempts: 1 },
    fetch: async () =>
      responses.shift() ?? Response.json({ code: 'unavailable', status: 503 }, { status: 503 }),
  });
  const store = createKerbStore({ client });
  await store.dispatch(fetchBookings());
  await store.dispatch(fetchBookings());
  const { active, lastActive, error } = store.getState().bookinglistdata;
  expect(error.flag).toBe(true);
  expect(active).toEqual([]);
  expect(lastActive.map(({ id }) => id)).toEqual(['driving']);
  responses.push(Response.json({}));
  await store.dispatch(signOut());
  expect(store.getState().bookinglistdata.lastActive).toEqual([]);
});
