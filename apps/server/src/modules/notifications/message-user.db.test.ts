// Tests of POST /users/:id/messages: a message to one user, by an admin or by the fleet admin of a driver.
import { routes } from '@kerb/contract';
import { expect, test } from 'vitest';
import { createUsersEnvironment, type Someone } from '../users/testing/users-environment.ts';

const environment = await createUsersEnvironment();
const admin = await environment.someone('admin');
const fleetadmin = await environment.someone('fleetadmin');
const rider = await environment.someone('rider');
const ownDriver = await environment.someone('driver', { fleetadmin: fleetadmin.uid });
const otherDriver = await environment.someone('driver');

const message = { title: 'Road works', body: 'The Rambla is closed.' };
const send = (who: Someone | null, id: string, body: object = message, headers = {}) =>
  environment.call(who, routes.messageUser, { id, body, headers });
async function noticesOf(who: Someone) {
  const { body } = await environment.call<{ items: { kind: string; title: string; body: string }[] }>(
    who,
    routes.listNotices,
  );
  return body.items.map(({ kind, title, body: text }) => ({ kind, title, body: text }));
}

test('a message is among the notices of its recipient, and of no other user', async () => {
  expect((await send(admin, rider.uid)).status).toBe(204);
  expect(await noticesOf(rider)).toEqual([{ kind: 'message', ...message }]);
  expect(await noticesOf(otherDriver)).toEqual([]);
});

test('a repeated request creates one message, two requests create two', async () => {
  const once = { 'idempotency-key': crypto.randomUUID() };
  await Promise.all([send(admin, ownDriver.uid, message, once), send(admin, ownDriver.uid, message, once)]);
  expect(await noticesOf(ownDriver)).toHaveLength(1);
  await send(admin, ownDriver.uid);
  expect(await noticesOf(ownDriver)).toHaveLength(2);
});

test('a fleet admin can write to drivers of their own fleet only', async () => {
  const before = await noticesOf(ownDriver);
  expect((await send(fleetadmin, ownDriver.uid)).status).toBe(204);
  expect(await noticesOf(ownDriver)).toHaveLength(before.length + 1);
  for (const { uid } of [otherDriver, rider, admin])
    expect((await send(fleetadmin, uid)).code).toBe('not_found');
  expect(await noticesOf(otherDriver)).toEqual([]);
});

test('riders, drivers and visitors cannot send messages; an unknown recipient is not found', async () => {
  expect((await send(rider, ownDriver.uid)).code).toBe('forbidden');
  expect((await send(ownDriver, rider.uid)).code).toBe('forbidden');
  expect((await send(null, rider.uid)).code).toBe('not_logged_in');
  expect((await send(admin, crypto.randomUUID())).code).toBe('not_found');
});

test('messages are rejected while critical edits are off', async () => {
  await environment.set({ AllowCriticalEditsAdmin: false });
  const before = await noticesOf(rider);
  expect((await send(admin, rider.uid)).code).toBe('demo_mode');
  expect(await noticesOf(rider)).toEqual(before);
  await environment.set({ AllowCriticalEditsAdmin: true });
});

test.each([
  [{ ...message, title: ' ' }],
  [{ title: 'Road works' }],
  [{ ...message, body: 'x'.repeat(1001) }],
])('%j is refused', async (body) => {
  expect((await send(admin, rider.uid, body)).code).toBe('invalid_input');
});
