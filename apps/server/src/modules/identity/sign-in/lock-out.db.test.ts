// Tests that codes requested by strangers do not lock a number out: known devices and usual networks have their own
// allowances.
import { randomUUID } from 'node:crypto';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp } from '../../../kit/testing/test-app.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const clock = { time: Date.now(), now: () => clock.time };
const app = await createTestApp({ requireAllRoutes: false, clock, env: { TRUST_PROXY: 'true' } });
afterAll(() => app.close());

let nextNumber = 100;
const newMobile = () => `+59894700${nextNumber++}`;
beforeEach(() => {
  clock.time += 25 * HOUR;
});

interface Client {
  address: string;
  cookie?: string;
  device?: string;
}

const headersOf = ({ address, cookie, device }: Client) => ({
  'x-forwarded-for': address,
  ...(cookie ? { cookie: `kerb_device=${cookie}` } : {}),
  ...(device ? { 'kerb-device': device } : {}),
});

const ask = (client: Client, mobile: string, captcha?: string) =>
  app.server.inject({
    method: 'POST',
    url: '/api/v1/auth/otp',
    headers: headersOf(client),
    payload: { mobile, ...(captcha ? { captcha } : {}) },
  });

async function solve(): Promise<string> {
  const challenge: Challenge = (await app.server.inject({ url: '/api/v1/auth/captcha' })).json();
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

const rows = async (text: string, values: unknown[]) => (await app.database.pool.query(text, values)).rows;

/** Signs in with a code; returns the uid, the session and the device token. */
async function signIn(client: Client, mobile: string) {
  const { verificationId } = (await ask(client, mobile)).json();
  const inbox = await app.server.inject({ url: `/api/v1/dev/inbox?mobile=${encodeURIComponent(mobile)}` });
  // The inbox may also contain a notice of an earlier sign-in.
  const otp = inbox.json().items.find((message: { otp: string | null }) => message.otp !== null)?.otp;
  const done = await app.server.inject({
    method: 'POST',
    url: '/api/v1/auth/session',
    headers: headersOf(client),
    payload: { verificationId, otp },
  });
  expect(done.statusCode).toBe(201);
  const cookie = done.cookies.find(({ name }) => name === 'kerb_device');
  const { token, user } = done.json();
  return { uid: String(user.id), token: String(token), cookie, device: String(done.headers['kerb-device']) };
}

/** Requests ten codes from ten networks, 31 s apart. */
async function useUpCodes(mobile: string): Promise<void> {
  for (let network = 1; network <= 10; network += 1) {
    clock.time += 31 * SECOND;
    expect((await ask({ address: `198.18.${network}.5` }, mobile)).statusCode).toBe(201);
  }
  clock.time += 31 * SECOND;
}

describe('a number whose daily codes were used up by others', () => {
  test('still gets codes on a device that signed in with it, identified by cookie or header', async () => {
    const mobile = newMobile();
    const { cookie, device } = await signIn({ address: '203.0.113.7' }, mobile);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', value: device });
    clock.time += 25 * HOUR;
    await useUpCodes(mobile);
    const elsewhere = '192.0.2.1';
    expect((await ask({ address: elsewhere }, mobile)).statusCode).toBe(429);
    expect((await ask({ address: elsewhere, cookie: device }, mobile)).statusCode).toBe(201);
    clock.time += 31 * SECOND;
    expect((await ask({ address: elsewhere, device }, mobile)).statusCode).toBe(201);
  });

  test('still gets codes in its usual network after a solved challenge, and nowhere else', async () => {
    const mobile = newMobile();
    await signIn({ address: '203.0.113.7' }, mobile);
    clock.time += 25 * HOUR;
    await useUpCodes(mobile);
    const home = { address: '203.0.113.99' };
    expect((await ask(home, mobile)).json()).toMatchObject({ status: 428, code: 'captcha_required' });
    expect((await ask(home, mobile, 'made up')).json()).toMatchObject({ code: 'captcha_wrong' });
    expect((await ask({ address: '192.0.2.1' }, mobile, await solve())).statusCode).toBe(429);
    expect((await ask(home, mobile, await solve())).statusCode).toBe(201);
  });

  test('gets an error until the first code is a day old, and a code afterwards', async () => {
    const mobile = newMobile();
    const first = clock.time + 31 * SECOND;
    await useUpCodes(mobile);
    clock.time += 5 * HOUR;
    const refused = await ask({ address: '192.0.2.1' }, mobile);
    const seconds = Number(refused.headers['retry-after']);
    expect([refused.statusCode, seconds]).toEqual([429, (first + 24 * HOUR - clock.time) / SECOND]);
    clock.time += (seconds - 1) * SECOND;
    expect((await ask({ address: '192.0.2.1' }, mobile)).statusCode).toBe(429);
    clock.time += SECOND;
    expect((await ask({ address: '192.0.2.1' }, mobile)).statusCode).toBe(201);
  });

  test('gets no code with the device token of another account or with a forged one', async () => {
    const mobile = newMobile();
    const { device } = await signIn({ address: '203.0.113.7' }, mobile);
    const other = await signIn({ address: '203.0.113.7' }, newMobile());
    clock.time += 25 * HOUR;
    await useUpCodes(mobile);
    const [id = '', mac = ''] = device.split('.');
    const changed = `${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`;
    const tokens = [other.device, `${randomUUID()}.${mac}`, id, `${id}.`, `${id}.${changed}`, `${device}.x`];
    for (const token of [...tokens, 'x'.repeat(4000), '..', 'é'])
      expect([token, (await ask({ address: '192.0.2.1', cookie: token }, mobile)).statusCode]).toEqual([
        token,
        429,
      ]);
  });
});

test('a device has its own limit of codes: ten a day, 30 s apart, independent of other devices', async () => {
  const mobile = newMobile();
  const { device } = await signIn({ address: '203.0.113.7' }, mobile);
  clock.time += 25 * HOUR;
  const client = { address: '192.0.2.1', device };
  await ask({ address: '198.18.1.5' }, mobile);
  const first = clock.time;
  for (let sent = 1; sent <= 9; sent += 1) {
    expect((await ask(client, mobile)).statusCode).toBe(201);
    const soon = await ask(client, mobile);
    expect([soon.statusCode, soon.headers['retry-after']]).toEqual([429, '30']);
    clock.time += 31 * SECOND;
  }
  expect((await ask(client, mobile)).statusCode).toBe(201);
  const refused = await ask(client, mobile);
  const seconds = (first + 24 * HOUR - clock.time) / SECOND;
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, String(seconds)]);
});

test('the user is notified once a day, in their language, that codes are being requested', async () => {
  const mobile = newMobile();
  const { uid, token } = await signIn({ address: '203.0.113.7' }, mobile);
  const events = () =>
    rows(`select 1 from outbox_events where name = 'sign_in.codes_requested' and data ->> 'uid' = $1`, [uid]);
  clock.time += 25 * HOUR;
  for (const network of [1, 2]) {
    await ask({ address: `198.18.${network}.5` }, mobile);
    clock.time += 31 * SECOND;
  }
  expect(await events()).toHaveLength(0);
  await Promise.all([3, 4].map((network) => ask({ address: `198.18.${network}.5` }, mobile)));
  expect(await events()).toHaveLength(1);
  clock.time += 31 * SECOND;
  await ask({ address: '198.18.5.5' }, mobile);
  expect(await events()).toHaveLength(1);
  clock.time += 25 * HOUR;
  await useUpCodes(mobile);
  expect(await events()).toHaveLength(2);
  const noticesOf = async () =>
    (
      await app.server.inject({
        url: '/api/v1/me/notices',
        headers: { authorization: `Bearer ${token}` },
      })
    ).json().items;
  await expect
    .poll(noticesOf)
    .toMatchObject([
      { title: 'Someone asked for your sign-in codes', kind: 'codes_requested' },
      { kind: 'codes_requested' },
    ]);
});

test('the data export has only the times of devices and networks, and erasure removes them', async () => {
  const mobile = newMobile();
  const { uid, token, device } = await signIn({ address: '203.0.113.7' }, mobile);
  const headers = { authorization: `Bearer ${token}` };
  const exported = await app.server.inject({ url: '/api/v1/me/export', headers });
  const signedInAt = { firstSignInAt: clock.time, lastSignInAt: clock.time };
  expect(exported.json()).toMatchObject({ knownDevices: [signedInAt], knownNetworks: [signedInAt] });
  expect(exported.body).not.toContain('203.0.113');
  expect(exported.body).not.toContain(device.split('.')[0]);
  clock.time += 31 * SECOND;
  expect((await ask({ address: '192.0.2.1', device }, mobile)).statusCode).toBe(201);
  const gone = await app.server.inject({ method: 'DELETE', url: '/api/v1/me', headers, payload: {} });
  expect(gone.statusCode).toBe(204);
  for (const table of ['known_devices', 'known_networks'])
    expect(await rows(`select 1 from ${table} where uid = $1`, [uid])).toEqual([]);
  expect(
    await rows(`select 1 from otp_challenges where allowance like $1`, [`%${device.split('.')[0]}%`]),
  ).toEqual([]);
});

test('an account stores its five newest devices and networks, the networks as hashes per account', async () => {
  const mobile = newMobile();
  let uid = '';
  for (let n = 1; n <= 7; n += 1) {
    clock.time += HOUR;
    uid = (await signIn({ address: `203.0.${n}.7` }, mobile)).uid;
  }
  for (const table of ['known_devices', 'known_networks'])
    expect(
      (await rows(`select last_sign_in_at from ${table} where uid = $1`, [uid])).map((row) =>
        Number(row.last_sign_in_at),
      ),
    ).toHaveLength(5);
  const other = await signIn({ address: '203.0.7.7' }, newMobile());
  const macs = await rows(`select distinct network_mac from known_networks where uid = any($1)`, [
    [uid, other.uid],
  ]);
  expect(macs).toHaveLength(6);
});

test('a sign-in succeeds without a device token when its device and network cannot be stored', async () => {
  const { asOwner } = app.database;
  const mobile = newMobile();
  const { verificationId } = (await ask({ address: '203.0.113.7' }, mobile)).json();
  const inbox = await app.server.inject({ url: `/api/v1/dev/inbox?mobile=${encodeURIComponent(mobile)}` });
  const [{ otp }] = inbox.json().items;
  await asOwner.query('alter table known_devices add constraint closed check (false) not valid');
  const done = await app.server
    .inject({ method: 'POST', url: '/api/v1/auth/session', payload: { verificationId, otp } })
    .finally(() => asOwner.query('alter table known_devices drop constraint closed'));
  expect(done.statusCode).toBe(201);
  expect(done.headers['kerb-device']).toBeUndefined();
  const { token, user } = done.json();
  const me = await app.server.inject({ url: '/api/v1/me', headers: { authorization: `Bearer ${token}` } });
  expect(me.json().id).toBe(user.id);
  expect(await rows('select 1 from known_networks where uid = $1', [user.id])).toEqual([]);
});
