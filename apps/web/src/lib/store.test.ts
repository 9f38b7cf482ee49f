// Tests a session that ended elsewhere: unsaved input is preserved, and without any the user is signed out.
import { fetchUser } from '@kerb/sdk/store';
import { aUser } from '@kerb/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endHold, isSessionHeld, onHeldSession } from './held-session.ts';
import { refreshUser, store } from './store.ts';
import { markUnsaved } from './unsaved-input.ts';

const ana = { ...aUser(), id: 'ana', usertype: 'driver' as const };
const server: { user: typeof ana | null; asked: number } = { user: ana, asked: 0 };
const info = () => store.getState().auth.info;
const ends: (() => void)[] = [];

beforeEach(async () => {
  Object.assign(server, { user: ana, asked: 0 });
  // Stands for the dialog that prompts for the sign-in.
  ends.push(onHeldSession(() => undefined));
  vi.stubGlobal('fetch', async () => {
    server.asked += 1;
    return Response.json({ user: server.user });
  });
  await store.dispatch(fetchUser());
});
afterEach(() => {
  endHold(false);
  for (const end of ends.splice(0)) end();
  vi.unstubAllGlobals();
});

it('signs the user out at once without unsaved input', async () => {
  server.user = null;
  await refreshUser();
  expect([info(), isSessionHeld()]).toEqual([null, false]);
});

it('lets every caller wait for the same user to sign in again when there is unsaved input', async () => {
  ends.push(markUnsaved());
  server.user = null;
  const asked = [refreshUser(), refreshUser()];
  await vi.waitFor(() => expect(isSessionHeld()).toBe(true));
  asked.push(refreshUser());
  expect([info()?.id, store.getState().auth.loading]).toEqual(['ana', false]);
  server.user = { ...ana, firstName: 'Ana Laura' };
  endHold(true);
  await Promise.all(asked);
  expect([info()?.firstName, isSessionHeld()]).toEqual(['Ana Laura', false]);
});

it('signs out a user who does not sign in again, without another request', async () => {
  ends.push(markUnsaved());
  server.user = null;
  const asked = refreshUser();
  await vi.waitFor(() => expect(isSessionHeld()).toBe(true));
  endHold(false);
  await asked;
  expect([info(), isSessionHeld()]).toEqual([null, false]);
});

it('updates the user of a valid session, with or without unsaved input', async () => {
  ends.push(markUnsaved());
  server.user = { ...ana, firstName: 'Anita' };
  await refreshUser();
  expect([info()?.firstName, isSessionHeld()]).toEqual(['Anita', false]);
});
