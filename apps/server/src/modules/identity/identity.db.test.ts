// Sign-in by code, sessions, profiles and saved addresses, on a real database.
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { ZERO } from '@kerb/domain/kernel';
import { settings as settingsSchema } from '@kerb/domain/settings';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { uuidV7 } from '../../adapters/clock/system-clock.ts';
import type { Actor } from '../../kit/index.ts';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import type { SmsMessage } from '../../ports/sms.ts';
import { createCreateUser, type UserInput } from './create-user.ts';
import { createIdentityModule } from './index.ts';
import { createMobileSignIn } from './mobile-sign-in.ts';
import { otpRepository } from './otp.repository.ts';
import { savedAddressesRepository } from './saved-addresses.repository.ts';
import { createSendOtp } from './send-otp.ts';
import { sessionsRepository } from './sessions.repository.ts';
import { createOpenSession, createResolveSession, sessionLimits } from './sessions.ts';
import { createSignInCheck, type SignInCheck } from './sign-in-check.ts';
import { createUpdateProfile, type VehiclePatch } from './update-profile.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

const { queries: db, withTx } = database;
const secret = 'a secret of the tests';
const ids = uuidV7;
let now = Date.UTC(2026, 5, 1, 12);
const clock = { now: () => now };
const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;

let nextNumber = 100;
/** A valid number nobody in this file has used. */
const newMobile = (): string => `+59894000${(nextNumber++).toString().padStart(3, '0')}`;

let sent: SmsMessage[] = [];
let smsFails = false;
const sms = {
  kind: 'inbox' as const,
  send: async (message: SmsMessage) => {
    if (smsFails) throw new Error('the provider is away');
    sent.push(message);
  },
};
beforeEach(() => {
  sent = [];
  smsFails = false;
  now += DAY;
});

const sendOtp = createSendOtp({
  withTx,
  clock,
  ids,
  sms,
  secret,
  appName: async () => 'Kerb',
  isUnthrottled: (mobile) => mobile.startsWith('+59892'),
});
const createUser = createCreateUser({ clock, ids, random: Math.random });
const openSession = createOpenSession({ clock, ids });
const resolveSession = createResolveSession({ db, clock });
const signInWith = (signInCheck: SignInCheck = async () => true) =>
  createMobileSignIn({ withTx, clock, secret, signInCheck, createUser, openSession });
const signIn = signInWith();
const addUser = (input: Partial<UserInput> = {}) =>
  withTx((tx) => createUser(tx, { usertype: 'rider', mobile: newMobile(), ...input }));

async function challenge(mobile = newMobile()) {
  const { verificationId, ...times } = await sendOtp({ mobile });
  const otp = sent.at(-1)?.otp ?? '';
  const wrong = otp === '111111' ? '222222' : '111111';
  return { mobile, verificationId, otp, wrong, ...times };
}
const code = (expected: string) => expect.objectContaining({ code: expected });

describe('sending a code', () => {
  test('the code goes to the number, and only its HMAC is kept', async () => {
    const { mobile, otp, verificationId, expiresAt, resendAt } = await challenge();
    expect(sent).toEqual([{ to: mobile, otp, text: expect.stringContaining(otp) }]);
    expect(otp).toMatch(/^[1-9]\d{5}$/);
    expect([expiresAt - now, resendAt - now]).toEqual([300 * SECOND, 30 * SECOND]);
    const { rows } = await database.pool.query('select * from otp_challenges where id = $1', [
      verificationId,
    ]);
    expect(JSON.stringify(rows[0])).not.toContain(otp);
  });

  test('a number that cannot be dialled is refused and nothing is sent', async () => {
    await expect(sendOtp({ mobile: '+598123' })).rejects.toEqual(code('invalid_mobile'));
    expect(sent).toEqual([]);
  });

  test('another code needs 30 seconds, and ten a day are the most', async () => {
    const mobile = newMobile();
    await sendOtp({ mobile });
    now += 29 * SECOND;
    await expect(sendOtp({ mobile })).rejects.toEqual(code('otp_too_many_sends'));
    for (let count = 2; count <= 10; count += 1) {
      now += 30 * SECOND;
      await sendOtp({ mobile });
    }
    now += 60 * SECOND;
    await expect(sendOtp({ mobile })).rejects.toEqual(code('otp_too_many_sends'));
    now += DAY;
    await expect(sendOtp({ mobile })).resolves.toMatchObject({ verificationId: expect.any(String) });
  });

  test('requests at once for one number take turns, so that one is sent', async () => {
    const mobile = newMobile();
    let second: Promise<unknown> = Promise.resolve();
    await withTx(async (tx) => {
      const challenges = otpRepository(tx);
      await challenges.lockNumber(mobile);
      second = sendOtp({ mobile }).catch((error: unknown) => error);
      await vi.waitUntil(async () => {
        const { rows } = await database.pool.query(
          "select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
        );
        return rows.length > 0;
      });
      const mac = Buffer.alloc(32);
      await challenges.add({ id: randomUUID(), mobile, mac, now, expiresAt: now + 1 });
    });
    expect(await second).toEqual(code('otp_too_many_sends'));
    expect(sent).toEqual([]);
  });

  test('the simulator’s numbers are free of the pauses', async () => {
    const results = await Promise.all([1, 2, 3].map(() => sendOtp({ mobile: '+59892000101' })));
    expect(results).toHaveLength(3);
  });

  test('a code the sender could not take does not count', async () => {
    const mobile = newMobile();
    smsFails = true;
    await expect(sendOtp({ mobile })).rejects.toEqual(code('sms_failed'));
    smsFails = false;
    await expect(sendOtp({ mobile })).resolves.toBeDefined();
  });
});

describe('signing in', () => {
  test('the first sign-in makes a rider: approved, with blank names; the second finds them', async () => {
    const first = await challenge();
    const { user, token } = await signIn(first);
    expect(user).toMatchObject({
      usertype: 'rider',
      approved: true,
      firstName: '',
      lastName: '',
      email: '',
      mobile: first.mobile,
      loginType: 'mobile',
      referralId: expect.stringMatching(/^kerb[1-9]\d{3}/),
    });
    expect(token).toMatch(/^[\w-]{43}$/);
    now += 31 * SECOND;
    expect((await signIn(await challenge(first.mobile))).user.uid).toBe(user.uid);
  });

  test.each(['12345', '1234567', '099999', 'abcdef', ''])(
    '%j cannot be a code and is not counted',
    async (otp) => {
      const { verificationId, otp: right } = await challenge();
      for (let tries = 0; tries < 7; tries += 1)
        await expect(signIn({ verificationId, otp })).rejects.toEqual(code('otp_validate_error'));
      await expect(signIn({ verificationId, otp: right })).resolves.toBeDefined();
    },
  );

  test('four wrong codes are forgiven; the sixth check is refused even with the right code', async () => {
    const forgiven = await challenge();
    for (let tries = 0; tries < 4; tries += 1)
      await expect(signIn({ ...forgiven, otp: forgiven.wrong })).rejects.toEqual(code('otp_wrong'));
    await expect(signIn(forgiven)).resolves.toBeDefined();

    const locked = await challenge();
    for (let tries = 0; tries < 5; tries += 1)
      await expect(signIn({ ...locked, otp: locked.wrong })).rejects.toEqual(code('otp_wrong'));
    await expect(signIn(locked)).rejects.toEqual(code('otp_too_many_checks'));
  });

  test('a code is used once', async () => {
    const used = await challenge();
    await signIn(used);
    await expect(signIn(used)).rejects.toEqual(code('otp_expired'));
  });

  test('a code ends after five minutes, and by cancelling', async () => {
    const late = await challenge();
    now += 300 * SECOND;
    await expect(signIn(late)).rejects.toEqual(code('otp_expired'));
    const cancelled = await challenge();
    await otpRepository(db).end(cancelled.verificationId, now);
    await expect(signIn(cancelled)).rejects.toEqual(code('otp_expired'));
    await expect(signIn({ verificationId: randomUUID(), otp: '123456' })).rejects.toEqual(
      code('otp_expired'),
    );
  });

  test('64 checks of the right code at once make one session', async () => {
    const raced = await challenge();
    const results = await Promise.allSettled(Array.from({ length: 64 }, () => signIn(raced)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { rows } = await database.pool.query(
      'select count(*) as count from sessions join users using (uid) where mobile = $1',
      [raced.mobile],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('64 guesses at once are five checks', async () => {
    const { verificationId, wrong } = await challenge();
    const results = await Promise.allSettled(
      Array.from({ length: 64 }, () => signIn({ verificationId, otp: wrong })),
    );
    const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : 'in'));
    expect(codes.filter((one) => one === 'otp_wrong')).toHaveLength(5);
    expect(codes.filter((one) => one === 'otp_too_many_checks')).toHaveLength(59);
  });

  test('two codes of a new number used at once make one person', async () => {
    const mobile = '+59892000102';
    const both = [await challenge(mobile), await challenge(mobile)];
    const [one, other] = await Promise.all(both.map((each) => signIn(each)));
    expect(one?.user.uid).toBe(other?.user.uid);
  });

  test('who is not approved gets no session', async () => {
    const driver = await addUser({ usertype: 'driver', approved: false });
    await expect(signIn(await challenge(driver.mobile))).rejects.toEqual(code('require_approval'));
    const { rows } = await database.pool.query('select 1 from sessions where uid = $1', [driver.uid]);
    expect(rows).toEqual([]);
  });

  test('the operator’s check with an issue signs out again', async () => {
    const refused = await challenge();
    await expect(signInWith(async () => false)(refused)).rejects.toEqual(code('auth_error'));
    const { rows } = await database.pool.query(
      'select 1 from sessions join users using (uid) where mobile = $1',
      [refused.mobile],
    );
    expect(rows).toEqual([]);
  });
});

describe('the operator’s sign-in check', () => {
  const asked: unknown[] = [];
  let answer = '{}';
  let server: Server;
  const start = async (): Promise<string> => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += String(chunk);
      });
      request.on('end', () => {
        asked.push(JSON.parse(body));
        response.end(answer);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    return `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
  };
  afterAll(() => server.close());

  test('posts who signs in, and believes an issue', async () => {
    const errors: unknown[] = [];
    const url = await start();
    const check = createSignInCheck(url, 'kerb', (error) => errors.push(error));
    expect(await check({ createTime: 42 })).toBe(true);
    expect(asked).toEqual([{ projectId: 'kerb', createTime: 42, reqType: 'auth' }]);
    answer = '{"issue": "licence ended"}';
    expect(await check({ createTime: 42 })).toBe(false);
    answer = 'not JSON';
    expect(await check({ createTime: 42 })).toBe(true);
    expect(errors).toHaveLength(1);
    expect(await createSignInCheck(null, 'kerb', () => undefined)({ createTime: 1 })).toBe(true);
  });
});

describe('sessions', () => {
  const signedIn = async () => {
    const { token, user } = await signIn(await challenge());
    return { token, user };
  };

  test('a token resolves to its person, and is not in the database', async () => {
    const { token, user } = await signedIn();
    expect(await resolveSession(token)).toEqual({
      uid: user.uid,
      usertype: 'rider',
      sessionId: expect.any(String),
    });
    expect(await resolveSession(`${token}x`)).toBeNull();
    const { rows } = await database.pool.query('select * from sessions');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('a session ends by signing out', async () => {
    const { token } = await signedIn();
    const actor = await resolveSession(token);
    await sessionsRepository(db).remove(actor?.sessionId ?? '');
    expect(await resolveSession(token)).toBeNull();
  });

  test('a session ends when idle, lives on while used, and ends by age all the same', async () => {
    const idle = await signedIn();
    now += sessionLimits.idleMs;
    expect(await resolveSession(idle.token)).toBeNull();

    const used = await signedIn();
    const end = now + sessionLimits.absoluteMs;
    while (now + 20 * DAY < end) {
      now += 20 * DAY;
      expect(await resolveSession(used.token)).not.toBeNull();
    }
    now = end;
    expect(await resolveSession(used.token)).toBeNull();
  });

  test('a session of somebody no longer approved is no session', async () => {
    const { token, user } = await signedIn();
    await database.pool.query('update users set approved = false where uid = $1', [user.uid]);
    expect(await resolveSession(token)).toBeNull();
  });
});

describe('the profile', () => {
  const vehicles: { uid: string; vehicle: VehiclePatch }[] = [];
  let bank_fields = true;
  const updateProfile = createUpdateProfile({
    withTx,
    clock,
    settings: async () => ({ bank_fields }),
    updateVehicle: async (_tx, uid, vehicle) => {
      vehicles.push({ uid, vehicle });
    },
  });
  const actorOf = ({ uid, usertype }: Pick<Actor, 'uid' | 'usertype'>): Actor => ({
    uid,
    usertype,
    sessionId: 's',
  });

  test('names, e-mail and language are kept', async () => {
    const user = await addUser();
    const lang = { langLocale: 'es', dateLocale: 'es-UY' };
    const email = `ana.${user.uid}@example.com`;
    const changed = await updateProfile(actorOf(user), { firstName: 'Ana', lastName: 'Paz', email, lang });
    expect(changed).toMatchObject({ firstName: 'Ana', lastName: 'Paz', email, lang, mobile: user.mobile });
  });

  test('the number somebody signs in with stays; sending it unchanged is no change', async () => {
    const user = await addUser();
    await expect(updateProfile(actorOf(user), { mobile: newMobile() })).rejects.toEqual(code('forbidden'));
    await expect(updateProfile(actorOf(user), { mobile: user.mobile })).resolves.toMatchObject({
      mobile: user.mobile,
    });
  });

  test('who signs in by e-mail may change the number and not the e-mail', async () => {
    const user = await addUser({ loginType: 'email', email: `${randomUUID()}@example.com` });
    await expect(updateProfile(actorOf(user), { email: 'other@example.com' })).rejects.toEqual(
      code('forbidden'),
    );
    const mobile = newMobile();
    await expect(updateProfile(actorOf(user), { mobile })).resolves.toMatchObject({ mobile });
    await expect(updateProfile(actorOf(user), { mobile: '+598123' })).rejects.toEqual(code('invalid_mobile'));
  });

  test('an e-mail of somebody else is refused in any letter case, and a number too', async () => {
    const owner = await addUser({ email: `${randomUUID()}@example.com` });
    const user = await addUser({ loginType: 'apple' });
    await expect(updateProfile(actorOf(user), { email: owner.email.toUpperCase() })).rejects.toEqual(
      code('user_exists'),
    );
    await expect(updateProfile(actorOf(user), { mobile: owner.mobile })).rejects.toEqual(code('user_exists'));
    await expect(addUser({ email: owner.email.toUpperCase() })).rejects.toEqual(code('user_exists'));
    await expect(addUser({ mobile: owner.mobile })).rejects.toEqual(code('user_exists'));
  });

  test('only a driver has a vehicle', async () => {
    const [rider, driver] = [await addUser(), await addUser({ usertype: 'driver' })];
    await expect(updateProfile(actorOf(rider), { vehicleModel: 'Onix' })).rejects.toEqual(code('forbidden'));
    await updateProfile(actorOf(driver), { vehicleModel: 'Onix' });
    expect(vehicles).toEqual([{ uid: driver.uid, vehicle: { vehicleModel: 'Onix' } }]);
  });

  test('bank fields are written only while the operator has them on', async () => {
    const user = await addUser();
    expect(await updateProfile(actorOf(user), { bankName: 'BROU' })).toMatchObject({ bankName: 'BROU' });
    bank_fields = false;
    await expect(updateProfile(actorOf(user), { bankName: 'Itaú' })).rejects.toEqual(code('forbidden'));
  });
});

describe('what is remembered of people', () => {
  const settings = settingsSchema.parse({});
  const { api } = createIdentityModule({
    db,
    withTx,
    clock,
    ids,
    sms,
    secret,
    settings: {
      get: async () => settings,
      publicSettings: async () => Promise.reject(new Error('not asked')),
      edit: async () => settings,
      addCancelReasons: async () => undefined,
      markSeed: async () => true,
    },
    signInCheck: async () => true,
    isUnthrottled: () => false,
    balanceOf: async () => ZERO,
    driverPartOf: async () => null,
    updateVehicle: async () => undefined,
  });

  test('ratings are the mean of all, with one decimal', async () => {
    const { uid } = await addUser();
    expect((await api.presentMe(uid))?.ratings).toEqual({ userrating: '', count: 0 });
    for (const stars of [5, 5, 4]) await withTx((tx) => api.recordRating(tx, uid, stars));
    expect((await api.presentMe(uid))?.ratings).toEqual({ userrating: '4.7', count: 3 });
  });

  test('a drop near a saved address counts it up; a farther one is added', async () => {
    const { uid } = await addUser();
    const remember = (lat: number, add: string, miles = false) => {
      now += SECOND;
      return withTx((tx) => api.rememberAddress(tx, uid, { lat, lng: -56.16, add }, miles));
    };
    await remember(-34.9, 'Plaza Independencia');
    await remember(-34.9008, 'A few doors on');
    await remember(-34.905, 'Rambla');
    // 120 m away: more than 0.1 km, less than 0.1 mile.
    await remember(-34.90608, 'By miles the same', true);
    expect(await savedAddressesRepository(db).of(uid)).toMatchObject([
      { description: 'Rambla', count: 2 },
      { description: 'Plaza Independencia', count: 2 },
    ]);
  });

  test('two drops at once at one place are one address with two visits', async () => {
    const { uid } = await addUser();
    const point = { lat: -34.9, lng: -56.16, add: 'Home' };
    await Promise.all([1, 2, 3].map(() => withTx((tx) => api.rememberAddress(tx, uid, point, false))));
    expect(await savedAddressesRepository(db).of(uid)).toMatchObject([{ description: 'Home', count: 3 }]);
  });

  test('nobody deletes an address of somebody else', async () => {
    const [owner, other] = [await addUser(), await addUser()];
    await withTx((tx) => api.rememberAddress(tx, owner.uid, { lat: 0, lng: 0, add: 'Home' }, false));
    const [address] = await savedAddressesRepository(db).of(owner.uid);
    expect(await savedAddressesRepository(db).remove(other.uid, address?.id ?? '')).toBe(false);
    expect(await savedAddressesRepository(db).remove(owner.uid, address?.id ?? '')).toBe(true);
  });
});
