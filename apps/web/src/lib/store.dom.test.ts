// Tests what else a response about the session does: it removes a former driver's stored record, and measures the
// server's clock.
import { fetchUser, signOut } from '@kerb/sdk/store';
import { aUser } from '@kerb/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from './store.ts';
import { serverClock } from './trip-queue/server-clock.ts';

const ana = { ...aUser(), id: 'ana', usertype: 'driver' as const };
let user: typeof ana | null = ana;
const storedDriver = () => localStorage.getItem('kerb.driver');
const storeDriver = (id: string) =>
  localStorage.setItem('kerb.driver', JSON.stringify({ user: { ...ana, id }, settings: {} }));

beforeEach(() => {
  user = ana;
  vi.stubGlobal('fetch', async () => Response.json({ user }));
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['no user', null],
  ['another user', ana],
])('removes the stored record of a former driver when the session names %s', async (_, named) => {
  storeDriver('former');
  user = named;
  await store.dispatch(fetchUser());
  expect(storedDriver()).toBeNull();
});

it('removes the stored record of the driver who signs out', async () => {
  storeDriver('ana');
  await store.dispatch(fetchUser());
  expect(storedDriver()).not.toBeNull();
  await store.dispatch(signOut());
  expect(storedDriver()).toBeNull();
});

it('does not show the record of another driver while the server is unreachable', async () => {
  await store.dispatch(fetchUser());
  storeDriver('former');
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')));
  await store.dispatch(fetchUser());
  expect(store.getState().auth.info?.id).toBe('ana');
});

it('measures the offset of the clock for every user', async () => {
  const aheadMs = 3_600_000;
  vi.stubGlobal('fetch', async () => {
    const headers = { date: new Date(Date.now() + aheadMs).toUTCString() };
    return Response.json({ user: { ...ana, usertype: 'rider' } }, { headers });
  });
  await store.dispatch(fetchUser());
  expect(Math.abs(serverClock.offset() - aheadMs)).toBeLessThan(2_000);
});
