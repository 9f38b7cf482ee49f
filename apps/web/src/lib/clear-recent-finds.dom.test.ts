// Tests that the recent items of the search stay on the device only while their user is signed in.
import { createClient } from '@kerb/sdk/client';
import { createKerbStore, fetchUser, signOut } from '@kerb/sdk/store';
import { aUser } from '@kerb/testing';
import { beforeEach, expect, it, vi } from 'vitest';
import { clearRecentFinds, recentFindsKey } from './clear-recent-finds.ts';

const ana = { ...aUser(), id: 'ana', usertype: 'admin' as const };
const server: { user: typeof ana | null } = { user: ana };

/** Opens a page whose session is that of `server.user`. */
async function openPage() {
  const fetch = async (url: string | URL | Request) =>
    String(url).endsWith('/auth/session') && server.user !== null
      ? Response.json({ user: server.user, secondFactor: null })
      : new Response(null, { status: 204 });
  const store = createKerbStore({ client: createClient({ baseUrl: '', fetch }) });
  clearRecentFinds(store);
  await store.dispatch(fetchUser());
  return store;
}
const stored = () => localStorage.getItem(recentFindsKey);

beforeEach(() => {
  vi.restoreAllMocks();
  server.user = ana;
  localStorage.setItem(recentFindsKey, JSON.stringify({ uid: 'ana', finds: [] }));
});

it('keeps them after a reload by the same user, and removes them on signing out', async () => {
  const store = await openPage();
  expect(stored()).not.toBeNull();
  await store.dispatch(signOut());
  expect(stored()).toBeNull();
});

it('removes them when another user is signed in', async () => {
  server.user = { ...ana, id: 'bea' };
  await openPage();
  expect(stored()).toBeNull();
});

it('removes those that earlier versions stored with names and numbers', async () => {
  localStorage.setItem('kerb.find.recent', JSON.stringify({ uid: 'ana', finds: [] }));
  await openPage();
  expect(localStorage.getItem('kerb.find.recent')).toBeNull();
});

it('removes unreadable ones', async () => {
  localStorage.setItem(recentFindsKey, '{');
  await openPage();
  expect(stored()).toBeNull();
});

it('does not fail when storage is blocked', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  await expect(openPage()).resolves.toBeDefined();
});
