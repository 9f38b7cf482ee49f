// Tests that a driver's stored record is removed when the session belongs to no user or to another one.
import { fetchUser, signOut } from '@kerb/sdk/store';
import { aUser } from '@kerb/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from './store.ts';

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
