// Tests of the installations that receive push messages: ownership, changes of owner, removal, and rejected tokens.
import { createECDH, randomBytes } from 'node:crypto';
import { routes } from '@kerb/contract';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../adapters/clock/system-clock.ts';
import { createUsersEnvironment, type Someone } from '../../users/testing/users-environment.ts';
import { createDevicesApi, MAX_DEVICES } from './devices.ts';

const environment = await createUsersEnvironment();
const { identity } = environment.app.modules;

const keys = () => {
  const pair = createECDH('prime256v1');
  return { p256dh: pair.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
};
const subscriptionAt = (endpoint: string, change: object = {}) =>
  JSON.stringify({ endpoint, expirationTime: null, keys: keys(), ...change });

const setToken = (who: Someone | null, pushToken: string, userPlatform = 'ANDROID') =>
  environment.call(who, routes.setPushToken, { body: { pushToken, userPlatform } });
const removeToken = (who: Someone, pushToken: string) =>
  environment.call(who, routes.removePushToken, { body: { pushToken } });
const tokensOf = async ({ uid }: Someone) =>
  ((await identity.api.devicesOf([uid])).get(uid) ?? []).map(({ token }) => token);
/** Returns the pushToken and userPlatform of the specification for the user's newest installation. */
async function newestOf({ uid }: Someone): Promise<[string | null, string | null]> {
  const { rows } = await environment.pool.query<{ push_token: string | null; user_platform: string | null }>(
    'select push_token, user_platform from users where uid = $1',
    [uid],
  );
  return [rows[0]?.push_token ?? null, rows[0]?.user_platform ?? null];
}
const onAnotherPhone = (who: Someone) => environment.signIn(who.uid, who.usertype);
const sharedEndpoint = 'https://push.example.com/send/one';

describe('an installation', () => {
  test('stores one device a session and returns the newest as the user’s pushToken', async () => {
    const rider = await environment.someone('rider');
    const tablet = await onAnotherPhone(rider);
    expect((await setToken(rider, 'phone', 'ANDROID')).status).toBe(204);
    expect((await setToken(tablet, 'tablet', 'IOS')).status).toBe(204);
    expect(await tokensOf(rider)).toEqual(['tablet', 'phone']);
    expect(await newestOf(rider)).toEqual(['tablet', 'IOS']);
    // A refreshed token replaces the session's previous one.
    await setToken(rider, 'phone refreshed'.replace(' ', '-'));
    expect(await tokensOf(rider)).toEqual(['phone-refreshed', 'tablet']);
    expect(await newestOf(rider)).toEqual(['phone-refreshed', 'ANDROID']);
  });

  test('moves to the user who registered its token last', async () => {
    const first = await environment.someone('rider');
    const second = await environment.someone('driver');
    await setToken(first, 'one phone of two people');
    await setToken(first, 'one-phone');
    await setToken(second, 'one-phone');
    expect([await tokensOf(first), await tokensOf(second)]).toEqual([[], ['one-phone']]);
    expect([await newestOf(first), await newestOf(second)]).toEqual([
      [null, null],
      ['one-phone', 'ANDROID'],
    ]);
    expect((await identity.api.deviceWith('one-phone'))?.uid).toBe(second.uid);
  });

  test('of a browser is identified by its endpoint, independent of its keys and of the JSON formatting', async () => {
    const rider = await environment.someone('rider');
    const browser = await onAnotherPhone(rider);
    await setToken(rider, subscriptionAt(sharedEndpoint), 'WEB');
    const renewed = { endpoint: sharedEndpoint, keys: keys() };
    await setToken(browser, JSON.stringify({ ...renewed, other: 'x' }, null, 2), 'WEB');
    expect(await tokensOf(rider)).toEqual([JSON.stringify(renewed)]);
    await removeToken(rider, subscriptionAt(sharedEndpoint));
    expect(await tokensOf(rider)).toEqual([]);
  });

  test('is removed when its session ends, by sign-out or by ending all sessions', async () => {
    const rider = await environment.someone('rider');
    const phone = await onAnotherPhone(rider);
    await setToken(rider, 'laptop');
    await setToken(phone, 'phone-of-the-same');
    await environment.call(phone, routes.signOut);
    expect([await tokensOf(rider), await newestOf(rider)]).toEqual([['laptop'], ['laptop', 'ANDROID']]);
    await environment.call(rider, routes.endSessions, { query: '?keep=false' });
    expect([await tokensOf(rider), await newestOf(rider)]).toEqual([[], [null, null]]);
  });

  test('of an admin gets messages for a day after the last use and at most seven days after sign-in', async () => {
    const used = await environment.someone('admin');
    const idle = await environment.someone('admin');
    const old = await environment.someone('fleetadmin');
    for (const who of [used, idle, old]) await setToken(who, `of-${who.uid}`);
    const age = (column: string, uid: string, hours: number) =>
      environment.pool.query(`update sessions set ${column} = ${column} - $2 * 3600000 where uid = $1`, [
        uid,
        hours,
      ]);
    await age('last_seen_at', used.uid, 23);
    await age('last_seen_at', idle.uid, 25);
    await age('created_at', old.uid, 7 * 24 + 1);
    expect(await tokensOf(used)).toEqual([`of-${used.uid}`]);
    for (const who of [idle, old]) {
      expect(await tokensOf(who)).toEqual([]);
      expect(await identity.api.deviceWith(`of-${who.uid}`)).toBeNull();
    }
  });

  test('gets no message when its session has expired or its owner is disabled or deleted', async () => {
    const idle = await environment.someone('rider');
    const disabled = await environment.someone('rider');
    const deleted = await environment.someone('rider');
    for (const who of [idle, disabled, deleted]) await setToken(who, `of-${who.uid}`);
    await environment.pool.query('update sessions set last_seen_at = 1 where uid = $1', [idle.uid]);
    await environment.pool.query("update users set approved = false, review = 'disabled' where uid = $1", [
      disabled.uid,
    ]);
    expect((await environment.call(deleted, routes.deleteMe, { body: {} })).status).toBe(204);
    for (const who of [idle, disabled, deleted]) {
      expect(await tokensOf(who)).toEqual([]);
      expect(await identity.api.deviceWith(`of-${who.uid}`)).toBeNull();
    }
    const { rows } = await environment.pool.query('select uid from push_devices where uid = $1', [
      deleted.uid,
    ]);
    expect([rows, await newestOf(deleted)]).toEqual([[], [null, null]]);
  });

  test('is limited to twenty a user; the oldest is removed when another is added', async () => {
    const rider = await environment.someone('rider');
    for (let number = 0; number <= MAX_DEVICES; number += 1)
      await setToken(await onAnotherPhone(rider), `many-${number}`);
    const tokens = await tokensOf(rider);
    expect(tokens).toHaveLength(MAX_DEVICES);
    expect(tokens).not.toContain('many-0');
  });

  test('is removed by its owner, also when repeated, and by no other user', async () => {
    const rider = await environment.someone('rider');
    const other = await environment.someone('rider');
    await setToken(rider, 'mine');
    expect((await removeToken(other, 'mine')).status).toBe(204);
    expect(await tokensOf(rider)).toEqual(['mine']);
    expect((await removeToken(rider, 'mine')).status).toBe(204);
    expect((await removeToken(rider, 'mine')).status).toBe(204);
    expect(await tokensOf(rider)).toEqual([]);
  });

  test('belongs to exactly one user when six users register it concurrently', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => environment.someone('rider')));
    const answers = await Promise.all(people.map((who) => setToken(who, 'wanted-by-all')));
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 204));
    expect((await Promise.all(people.map(tokensOf))).flat()).toEqual(['wanted-by-all']);
    const newest = await Promise.all(people.map(newestOf));
    expect(newest.filter(([token]) => token !== null)).toHaveLength(1);
  });

  test('is swapped by two users concurrently without a deadlock', async () => {
    const people = [await environment.someone('rider'), await environment.someone('rider')] as const;
    let runs = 0;
    const { queries: db, withTx } = environment.app.database;
    const sessions = new Map<string, string>();
    for (const { uid } of people)
      sessions.set(uid, (await withTx((tx) => identity.api.openSession(tx, uid))).id);
    const api = createDevicesApi({
      db,
      clock: systemClock,
      // A deadlock would show as a transaction that is run twice.
      withTx: (work, options) =>
        withTx((tx) => {
          runs += 1;
          return work(tx);
        }, options),
    });
    const set = ({ uid }: Someone, pushToken: string) =>
      api.setDevice({ uid, sessionId: sessions.get(uid) ?? '' }, { pushToken, userPlatform: 'ANDROID' });
    await set(people[0], 'swapped-0');
    await set(people[1], 'swapped-1');
    for (let round = 1; round <= 12; round += 1) {
      runs = 0;
      await Promise.all([
        set(people[round % 2 === 0 ? 0 : 1], 'swapped-0'),
        set(people[round % 2 === 0 ? 1 : 0], 'swapped-1'),
      ]);
      expect([round, runs]).toEqual([round, 2]);
    }
    expect(await Promise.all(people.map(tokensOf))).toEqual([['swapped-0'], ['swapped-1']]);
    expect(await Promise.all(people.map(newestOf))).toEqual([
      ['swapped-0', 'ANDROID'],
      ['swapped-1', 'ANDROID'],
    ]);
  });

  test('is in the personal data export without its token', async () => {
    const rider = await environment.someone('rider');
    await setToken(rider, 'secret-of-the-phone', 'IOS');
    const { body, text } = await environment.call<{ devices: unknown }>(rider, routes.exportMe);
    expect(body.devices).toEqual([{ userPlatform: 'IOS', at: expect.any(Number) }]);
    expect(text).not.toContain('secret-of-the-phone');
  });
});

describe('a token', () => {
  test('of 4,096 characters is accepted, a longer one is rejected', async () => {
    const rider = await environment.someone('rider');
    // Random text, because a compressing index would accept a longer text of any other kind.
    const long = randomBytes(4096).toString('base64url').slice(0, 4096);
    expect((await setToken(rider, long)).status).toBe(204);
    expect(await newestOf(rider)).toEqual([long, 'ANDROID']);
    expect((await setToken(rider, `${long}x`)).code).toBe('invalid_input');
  });

  test.each([
    ['no JSON', 'garbage'],
    ['half of it', subscriptionAt(sharedEndpoint).slice(0, 60)],
    ['null', 'null'],
    ['no keys', JSON.stringify({ endpoint: sharedEndpoint })],
    ['no endpoint', JSON.stringify({ keys: keys() })],
    ['a key that is no point', subscriptionAt(sharedEndpoint, { keys: { ...keys(), p256dh: 'BAAA' } })],
    [
      'a point that is not on the curve',
      subscriptionAt(sharedEndpoint, {
        keys: { ...keys(), p256dh: Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString('base64url') },
      }),
    ],
    ['a secret of another length', subscriptionAt(sharedEndpoint, { keys: { ...keys(), auth: 'AAAA' } })],
    ['plain http', subscriptionAt('http://push.example.com/send/1')],
    ['another protocol', subscriptionAt('file:///etc/passwd')],
    ['a private address', subscriptionAt('https://10.0.0.7/send')],
    ['the address of a cloud’s own data', subscriptionAt('https://169.254.169.254/latest')],
    ['a private address of the sixth version', subscriptionAt('https://[fd00::1]/send')],
    ['a number for an address', subscriptionAt('https://2130706433.0x7f/send')],
    ['a name without a dot', subscriptionAt('https://database/send')],
    ['another port', subscriptionAt('https://push.example.com:5432/send')],
    ['a password in it', subscriptionAt('https://a:b@push.example.com/send')],
    ['an endless endpoint', subscriptionAt(`https://push.example.com/${'x'.repeat(2100)}`)],
  ])('of a browser is not taken: %s', async (_name, token) => {
    const rider = await environment.someone('rider');
    expect((await setToken(rider, token, 'WEB')).code).toBe('invalid_input');
    expect(await tokensOf(rider)).toEqual([]);
  });

  test('is rejected with spaces, for an unknown platform, and without a session', async () => {
    const rider = await environment.someone('rider');
    expect((await setToken(rider, 'two words')).code).toBe('invalid_input');
    expect((await setToken(rider, 'token', 'SYMBIAN')).code).toBe('invalid_input');
    expect((await setToken(null, 'token')).code).toBe('not_logged_in');
  });
});

describe('people with a device', () => {
  test('are counted and listed in pages once each, by user type and platform', async () => {
    const driver = await environment.someone('driver');
    const two = await environment.someone('driver');
    await setToken(driver, 'ios-of-a-driver', 'IOS');
    await setToken(two, 'ios-of-another', 'IOS');
    await setToken(await onAnotherPhone(two), 'ios-tablet-of-another', 'IOS');
    await setToken(await environment.someone('admin'), 'ios-of-an-admin', 'IOS');
    await environment.someone('driver');
    const filter = { usertypes: ['rider', 'driver'] as const, platform: 'IOS' as const };
    const count = await identity.api.countWithDevice({ ...filter, usertypes: ['driver'] });
    expect(count).toBe(2);
    const [first] = await identity.api.pageWithDevice(
      { ...filter, usertypes: ['driver'] },
      { after: null, limit: 1 },
    );
    const rest = await identity.api.pageWithDevice(
      { ...filter, usertypes: ['driver'] },
      { after: first ?? null, limit: 10 },
    );
    expect([first, ...rest]).toEqual([driver.uid, two.uid].sort());
    const all = await identity.api.countWithDevice({ ...filter, platform: null });
    expect(all).toBeGreaterThanOrEqual(await identity.api.countWithDevice(filter));
    expect(await identity.api.countWithDevice({ usertypes: ['fleetadmin'], platform: null })).toBe(0);
  });
});
