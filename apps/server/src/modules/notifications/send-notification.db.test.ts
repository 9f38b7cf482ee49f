// POST /send_notification: by the operator's credentials or an admin, to the owner of a token, as it was written.
import { routes } from '@kerb/contract';
import { expect, test } from 'vitest';
import { createPeopleWorld, type Someone } from '../people/testing/people-world.ts';

const credentials = 'operator:a-long-password';
const world = await createPeopleWorld({ HOSTED_BASIC_AUTH: credentials });
const admin = await world.someone('admin');
const rider = await world.someone('rider');
const operator = { authorization: `Basic ${btoa(credentials)}` };
await world.pool.query('update users set push_token = $1 where uid = $2', ['token-of-the-rider', rider.uid]);

const message = { token: 'token-of-the-rider', title: 'Hello', msg: 'Your <b>driver</b> & his car' };
const send = (who: Someone | null, body: object = message, headers = {}) =>
  world.call<{ success: boolean }>(who, routes.sendNotification, { body, headers });
const pushed = async () =>
  (
    await world.pool.query<Record<string, unknown>>(
      "select title, body, screen, params from dev_inbox where channel = 'push' order by seq",
    )
  ).rows;

test('it reaches the owner of the token as it was written, with screen and parameters', async () => {
  const extra = { screen: 'BookedCab', params: { bookingId: 'b1' } };
  expect((await send(null, { ...message, ...extra }, operator)).body).toEqual({ success: true });
  expect((await send(admin, { ...message, title: 'Two\u0007 words' })).body).toEqual({ success: true });
  expect(await pushed()).toEqual([
    { title: 'Hello', body: 'Your <b>driver</b> & his car', ...extra },
    { title: 'Two  words', body: 'Your <b>driver</b> & his car', screen: null, params: {} },
  ]);
});

test('a token that nobody has is not taken, and no error', async () => {
  const before = await pushed();
  const { status, body } = await send(null, { ...message, token: 'of nobody' }, operator);
  expect([status, body]).toEqual([200, { success: false }]);
  expect(await pushed()).toEqual(before);
});

test('is for the operator and admins', async () => {
  expect((await send(rider)).code).toBe('forbidden');
  expect((await send(await world.someone('fleetadmin'))).code).toBe('forbidden');
  expect((await send(null)).code).toBe('not_logged_in');
  expect((await send(null, message, { authorization: `Basic ${btoa('operator:guess')}` })).code).toBe(
    'not_logged_in',
  );
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
