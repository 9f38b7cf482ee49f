// Tests of POST /send_notification: by the operator's credentials or an admin, to the device with a push token.
import { routes } from '@kerb/contract';
import { afterAll, expect, test } from 'vitest';
import { createPushService } from '../../adapters/push/web-push/testing/counterpart.ts';
import { waitFor } from '../../kit/testing/wait-for.ts';
import { createUsersEnvironment, type Someone } from '../users/testing/users-environment.ts';

const credentials = 'operator:a-long-password';
const service = await createPushService();
afterAll(() => service.close());
const environment = await createUsersEnvironment({ HOSTED_BASIC_AUTH: credentials });
const admin = await environment.someone('admin');
const rider = await environment.someone('rider');
const tablet = await environment.signIn(rider.uid, 'rider');
const operator = { authorization: `Basic ${btoa(credentials)}` };
const token = service.subscribe('phone');
const set = (who: Someone, pushToken: string) =>
  environment.call(who, routes.setPushToken, { body: { pushToken, userPlatform: 'WEB' } });
await set(rider, token);
await set(tablet, service.subscribe('tablet'));

const message = { token, title: 'Hello', msg: 'Your <b>driver</b> & the car' };
const send = (who: Someone | null, body: object = message, headers = {}) =>
  environment.call<{ success: boolean }>(who, routes.sendNotification, { body, headers });
/** Waits for this number of messages; returns them as they arrived. */
async function arrived(count: number) {
  const got = service.taken();
  await waitFor(async () => {
    got.push(...service.taken());
    return got.length >= count;
  }, 'the messages');
  return got.map(({ browser, payload: { title, body, screen, params, url } }) => ({
    browser,
    title,
    body,
    screen,
    params,
    url,
  }));
}
const inbox = async () =>
  (
    await environment.pool.query<Record<string, unknown>>(
      "select title, body, screen, params from dev_inbox_messages where channel = 'push' order by seq",
    )
  ).rows;

test('the notification reaches the device with unchanged text, screen and parameters', async () => {
  const extra = { screen: 'BookedCab', params: { bookingId: 'b1' } };
  const body = 'Your <b>driver</b> & the car';
  expect((await send(null, { ...message, ...extra }, operator)).body).toEqual({ success: true });
  expect(await arrived(1)).toEqual([
    { browser: 'phone', title: 'Hello', body, ...extra, url: '/BookedCab?bookingId=b1' },
  ]);
  expect((await send(admin, { ...message, title: 'Two\u0007 words' })).body).toEqual({ success: true });
  expect(await arrived(1)).toEqual([
    { browser: 'phone', title: 'Two  words', body, screen: null, params: {}, url: '/' },
  ]);
  // The demonstration's inbox shows it too, and the user finds it in the app.
  expect(await inbox()).toEqual([
    { title: 'Hello', body, ...extra },
    { title: 'Two  words', body, screen: null, params: {} },
  ]);
  const { body: history } = await environment.call<{ items: { title: string; kind: string }[] }>(
    rider,
    routes.listNotices,
  );
  expect(history.items.map(({ title, kind }) => [kind, title])).toEqual([
    ['message', 'Two  words'],
    ['message', 'Hello'],
  ]);
});

test('its text is the field message, or msg as in the console’s action', async () => {
  const { msg: text, ...request } = message;
  for (const body of [
    { ...request, message: text },
    { ...request, msg: text },
    { ...request, message: text, msg: 'not this' },
  ]) {
    expect((await send(admin, body)).body).toEqual({ success: true });
    expect(await arrived(1)).toMatchObject([{ title: 'Hello', body: text }]);
  }
  expect((await send(admin, { ...request, message: 'x'.repeat(1001) })).code).toBe('invalid_input');
});

test('it waits while the push service is unavailable, and is sent afterwards', async () => {
  service.answer({ status: 500 }, { status: 429 });
  expect((await send(admin, { ...message, title: 'Later' })).body).toEqual({ success: true });
  expect(await arrived(1)).toMatchObject([{ browser: 'phone', title: 'Later' }]);
}, 30_000);

test('an unknown token is answered as not accepted, without an error', async () => {
  const before = await inbox();
  const { status, body } = await send(null, { ...message, token: 'unknown' }, operator);
  expect([status, body]).toEqual([200, { success: false }]);
  expect(await inbox()).toEqual(before);
});

test('only the operator and admins may send', async () => {
  expect((await send(rider)).code).toBe('forbidden');
  expect((await send(await environment.someone('fleetadmin'))).code).toBe('forbidden');
  expect((await send(null)).code).toBe('not_logged_in');
  expect((await send(null, message, { authorization: `Basic ${btoa('operator:guess')}` })).code).toBe(
    'not_logged_in',
  );
});

test('while critical edits are off the operator’s programs may send, and admins may not', async () => {
  await environment.set({ AllowCriticalEditsAdmin: false });
  const before = await inbox();
  expect((await send(admin)).code).toBe('demo_mode');
  expect(await inbox()).toEqual(before);
  expect((await send(null, { ...message, title: 'Of the operator' }, operator)).body).toEqual({
    success: true,
  });
  expect(await arrived(1)).toMatchObject([{ title: 'Of the operator' }]);
  await environment.set({ AllowCriticalEditsAdmin: true });
});

test.each([
  [{ ...message, token: '' }],
  [{ ...message, title: '  ' }],
  [{ title: 'Hello', msg: 'There' }],
  [{ ...message, msg: 'x'.repeat(1001) }],
  [{ ...message, params: { a: 1 } }],
])('%j is refused', async (body) => {
  expect((await send(admin, body)).code).toBe('invalid_input');
});
