// Tests of verifying an e-mail address: an account owns it once the code is entered, and no earlier response reveals an
// owner.
import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '../../../kit/testing/test-app.ts';

const clock = { time: Date.now(), now: () => clock.time };
const app = await createTestApp({ clock });
afterAll(() => app.close());
const { withTx, identity } = app.modules;

let made = 0;
async function someone() {
  made += 1;
  const mobile = `+5989480${1000 + made}`;
  const { uid } = await withTx((tx) => identity.api.createUser(tx, { usertype: 'rider', mobile }));
  const { token } = await withTx((tx) => identity.api.openSession(tx, uid));
  const call = async (method: 'GET' | 'PATCH' | 'POST', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await app.server.inject({
      method,
      url: `/api/v1${url}`,
      headers,
      ...(payload && { payload }),
    });
    return { status: response.statusCode, json: response.body === '' ? null : response.json() };
  };
  return { uid, call };
}

/** The code in the last e-mail to this address; null without one. */
async function mailedCode(address: string): Promise<string | null> {
  const { rows } = await app.database.pool.query(
    `select body from dev_inbox_messages where channel = 'email' and recipient = $1 order by seq desc limit 1`,
    [address],
  );
  return /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(rows[0]?.body ?? '')?.[0] ?? null;
}

test('a code sent to the address verifies it, in any letter case, with or without its hyphen', async () => {
  const rider = await someone();
  expect((await rider.call('POST', '/me/email/code', {})).json.code).toBe('proper_email');
  await rider.call('PATCH', '/me', { email: 'one@mail.example' });
  expect((await rider.call('GET', '/me')).json).toMatchObject({ emailVerified: false });
  expect((await rider.call('POST', '/me/email/code', {})).status).toBe(204);
  const code = (await mailedCode('one@mail.example')) ?? '';
  for (const wrong of ['AAAA-AAAA', code.slice(1), `${code}A`, '-', '💣'])
    expect((await rider.call('POST', '/me/email/verify', { code: wrong })).json.code).toBe('otp_wrong');
  const typed = ` ${code.toLowerCase().replace('-', ' ')} `;
  expect((await rider.call('POST', '/me/email/verify', { code: typed })).json).toMatchObject({
    email: 'one@mail.example',
    emailVerified: true,
  });
});

test('a code is valid for one address and one user, on the day it was sent and the next', async () => {
  const rider = await someone();
  const other = await someone();
  for (const each of [rider, other]) await each.call('PATCH', '/me', { email: 'two@mail.example' });
  await rider.call('POST', '/me/email/code', {});
  const code = (await mailedCode('two@mail.example')) ?? '';
  expect((await other.call('POST', '/me/email/verify', { code })).json.code).toBe('otp_wrong');
  await rider.call('PATCH', '/me', { email: 'three@mail.example' });
  expect((await rider.call('POST', '/me/email/verify', { code })).json.code).toBe('otp_wrong');
  await rider.call('PATCH', '/me', { email: 'two@mail.example' });
  clock.time += 2 * 86_400_000;
  expect((await rider.call('POST', '/me/email/verify', { code })).json.code).toBe('otp_wrong');
  clock.time -= 86_400_000;
  expect((await rider.call('POST', '/me/email/verify', { code })).json.emailVerified).toBe(true);
});

test('of two accounts that enter an address, the first to verify it gets it, and no answer reveals this before', async () => {
  const owner = await someone();
  const other = await someone();
  const email = 'shared@mail.example';
  const codes: string[] = [];
  const answers: unknown[] = [];
  for (const each of [owner, other]) {
    const { status, json } = await each.call('PATCH', '/me', { email });
    answers.push([status, json.email, json.emailVerified]);
    answers.push((await each.call('POST', '/me/email/code', {})).status);
    codes.push((await mailedCode(email)) ?? '');
  }
  expect(answers.slice(0, 2)).toEqual(answers.slice(2));
  expect((await owner.call('POST', '/me/email/verify', { code: codes[0] })).status).toBe(200);
  expect((await other.call('POST', '/me/email/verify', { code: codes[1] })).json.code).toBe('user_exists');
  expect((await other.call('PATCH', '/me', { email: email.toUpperCase() })).json).toMatchObject({
    email,
    emailVerified: false,
  });
});
