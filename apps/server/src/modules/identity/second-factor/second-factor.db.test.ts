// Tests of setting up and proving the second factor on the whole server, and of what a session may do before the proof.
import { randomUUID } from 'node:crypto';
import { keyScopeOf } from '@kerb/contract';
import { secondFactorLimits } from '@kerb/domain/identity';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { waitFor } from '../../../kit/testing/wait-for.ts';
import {
  codeAt,
  createSecondFactorTestbed,
  definitionOf,
  MINUTE,
  ORIGIN,
  routeNames,
  type Signed,
} from './testing/second-factor-testbed.ts';
import { createSoftwareAuthenticator } from './testing/software-authenticator.ts';

const {
  app,
  pool,
  clock,
  call,
  session,
  person,
  setRequired,
  withAuthenticator,
  whoAmI,
  prove,
  addPasskey,
  challengeOf,
} = await createSecondFactorTestbed();
afterAll(() => app.close());
beforeEach(async () => {
  clock.time += 2 * 24 * 60 * MINUTE;
  await setRequired(true);
});

describe('a session that waits for its second factor', () => {
  test.each(['admin', 'fleetadmin'] as const)(
    'of %s reaches no route but those that set it up',
    async (role) => {
      const waiting = await person(role);
      const reached: string[] = [];
      for (const name of routeNames) {
        const { access, pendingSession } = definitionOf(name);
        if (access === 'anyone' || keyScopeOf(access) !== null) continue;
        const { status, code } = await call(name, waiting, {
          body: definitionOf(name).body ? {} : undefined,
        });
        const isRefused = status === 403 && code === 'second_factor_setup_required';
        if (!isRefused) reached.push(name);
        expect([name, isRefused]).toEqual([name, pendingSession !== 'any' && pendingSession !== 'setup']);
      }
      expect(reached.sort()).toEqual([
        'addPasskey',
        'beginAuthenticator',
        'beginPasskey',
        'confirmAuthenticator',
        'getSecondFactor',
      ]);
    },
  );

  test('may call the routes that prove an existing factor, and not those that add another', async () => {
    const { uid } = await (async () => {
      const first = await person('admin');
      await withAuthenticator(first);
      return first;
    })();
    const waiting = await session(uid);
    for (const name of routeNames) {
      const { access, pendingSession } = definitionOf(name);
      if (access === 'anyone' || keyScopeOf(access) !== null) continue;
      const { code } = await call(name, waiting, {
        body: definitionOf(name).body ? {} : undefined,
      });
      expect([name, code === 'needs_second_factor']).toEqual([
        name,
        pendingSession !== 'any' && pendingSession !== 'proof',
      ]);
    }
  });

  test('returns no user data, and can be signed out', async () => {
    const waiting = await person('admin');
    expect(await whoAmI(waiting)).toEqual({ user: null, secondFactor: 'setup' });
    expect((await call('createBooking', waiting, { body: bookingBody })).code).toBe('must_login');
    expect((await call('signOut', waiting)).status).toBe(204);
    expect(await whoAmI(waiting)).toEqual({ user: null, secondFactor: null });
  });

  test('is opened by a sign-in code for an admin, and not for a rider', async () => {
    const admin = await person('admin');
    const { rows } = await pool.query('select mobile from users where uid = $1', [admin.uid]);
    for (const [mobile, secondFactor] of [
      [rows[0].mobile, 'setup'],
      ['+59894555001', null],
    ]) {
      const sent = await call('sendOtp', { token: null }, { body: { mobile } });
      const inbox = await call('devInbox', { token: null }, { query: { mobile } });
      const otp = inbox.json.items.find((message: { otp: string | null }) => message.otp !== null).otp;
      const body = { verificationId: sent.json.verificationId, otp };
      const { json } = await call('mobileSignIn', { token: null }, { body });
      expect([json.secondFactor, json.user === null]).toEqual([secondFactor, secondFactor !== null]);
    }
  });

  test('is never opened for riders and drivers, nor for any user while the setting is off', async () => {
    for (const role of ['rider', 'driver'] as const)
      expect((await call('getMe', await person(role))).status).toBe(200);
    await setRequired(false);
    const admin = await person('admin');
    expect((await call('getMe', admin)).status).toBe(200);
    expect((await call('listUsers', admin)).status).toBe(200);
    await setRequired(true);
    expect((await call('listUsers', admin)).code).toBe('second_factor_setup_required');
  });
});

const bookingBody = {
  pickup: { lat: -34.9, lng: -56.19, add: 'A' },
  drop: { lat: -34.91, lng: -56.18, add: 'B' },
  carType: randomUUID(),
  estimate: randomUUID(),
  paymentPacket: { payment_mode: 'cash' },
};

describe('an authenticator app', () => {
  test('is confirmed with its first code, which returns recovery codes once and completes the sign-in', async () => {
    const admin = await person('admin');
    const { json: begun } = await call('beginAuthenticator', admin, { body: {} });
    expect(begun.uri).toContain('otpauth://totp/');
    expect((await call('confirmAuthenticator', admin, { body: { code: '000000' } })).code).toBe(
      'second_factor_wrong',
    );
    const body = { code: codeAt(begun.secret, clock.time) };
    const confirmed = await call('confirmAuthenticator', admin, { body });
    expect(confirmed.json.recoveryCodes).toHaveLength(secondFactorLimits.recoveryCodes);
    expect((await call('getMe', admin)).status).toBe(200);
    expect((await call('confirmAuthenticator', admin, { body })).code).toBe('second_factor_expired');
    const { rows } = await pool.query('select * from second_factor_authenticators where uid = $1', [
      admin.uid,
    ]);
    expect(JSON.stringify(rows)).not.toContain(begun.secret);
    const stored = await pool.query('select code_hash from second_factor_recovery_codes where uid = $1', [
      admin.uid,
    ]);
    expect(stored.rowCount).toBe(10);
    expect((await call('getSecondFactor', admin)).json).toEqual({
      required: true,
      pending: null,
      passkeysOffered: true,
      passkeys: [],
      authenticator: { addedAt: clock.time, lastUsedAt: clock.time },
      recoveryCodesLeft: 10,
    });
  });

  test('cannot be confirmed after five minutes', async () => {
    const admin = await person('admin');
    const { json } = await call('beginAuthenticator', admin, { body: {} });
    clock.time += 5 * MINUTE;
    const body = { code: codeAt(json.secret, clock.time) };
    expect((await call('confirmAuthenticator', admin, { body })).code).toBe('second_factor_expired');
  });

  test('proves another session; a repeated, earlier or expired code does not', async () => {
    const first = await person('admin');
    const { secret } = await withAuthenticator(first);
    const second = await session(first.uid);
    expect(await whoAmI(second)).toEqual({ user: null, secondFactor: 'proof' });
    const code = codeAt(secret, clock.time);
    const proved = await prove(second, { code });
    expect([proved.status, proved.json]).toEqual([200, { provedAt: clock.time, recoveryCodesLeft: 10 }]);
    expect((await whoAmI(second)).user.id).toBe(first.uid);
    const third = await session(first.uid);
    expect((await prove(third, { code })).code).toBe('second_factor_wrong');
    expect((await prove(third, { code: codeAt(secret, clock.time - 30_000) })).code).toBe(
      'second_factor_wrong',
    );
    expect((await prove(third, { code: codeAt(secret, clock.time + 60_000) })).code).toBe(
      'second_factor_wrong',
    );
    expect((await prove(third, { code: codeAt(secret, clock.time + 30_000) })).status).toBe(200);
  });

  test('accepts a code from only one of twenty sessions that send it concurrently', async () => {
    const first = await person('admin');
    const { secret } = await withAuthenticator(first);
    const sessions = await Promise.all(Array.from({ length: 20 }, () => session(first.uid)));
    const code = codeAt(secret, clock.time);
    const answers = await Promise.all(sessions.map((one) => prove(one, { code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('can be set up by only one of two pending sessions', async () => {
    const one = await person('admin');
    const other = await session(one.uid);
    const begun = await Promise.all(
      [one, other].map((signed) => call('beginAuthenticator', signed, { body: {} })),
    );
    const answers = await Promise.all(
      [one, other].map((signed, index) =>
        call('confirmAuthenticator', signed, {
          body: { code: codeAt(begun[index]?.json.secret, clock.time) },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(answers.find(({ status }) => status === 403)?.code).toBe('needs_second_factor');
  });
});

describe('wrong codes', () => {
  const guess = (signed: Signed, count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => prove(signed, { code: `00000${index}` })));

  test('are throttled, also when sent concurrently, and never blocked permanently', async () => {
    const first = await person('admin');
    const { secret } = await withAuthenticator(first);
    const guesser = await session(first.uid);
    const codes = (await guess(guesser, 10)).map(({ code }) => code);
    expect(codes.filter((code) => code === 'second_factor_wrong')).toHaveLength(5);
    expect(codes.filter((code) => code === 'second_factor_paused')).toHaveLength(5);
    const paused = await prove(guesser, { code: codeAt(secret, clock.time) });
    expect([paused.status, paused.headers['retry-after']]).toEqual([429, '30']);
    // The count is per user, so another session does not start at zero.
    const other = await session(first.uid);
    expect((await prove(other, { code: codeAt(secret, clock.time) })).code).toBe('second_factor_paused');
    clock.time += 30_000;
    expect((await prove(other, { code: codeAt(secret, clock.time) })).status).toBe(200);
    // A correct code resets the count.
    expect((await prove(guesser, { code: '000000' })).code).toBe('second_factor_wrong');
    clock.time += MINUTE;
    expect((await prove(guesser, { code: codeAt(secret, clock.time) })).status).toBe(200);
  });

  test('end their session after ten failures in a row', async () => {
    const first = await person('admin');
    await withAuthenticator(first);
    const guesser = await session(first.uid);
    const codes: (string | null)[] = [];
    for (let count = 0; count < 10; count += 1) {
      clock.time += 16 * MINUTE;
      codes.push((await prove(guesser, { recoveryCode: 'aaaa-bbbb-cccc' })).code);
    }
    expect(codes.slice(0, 9)).toEqual(Array(9).fill('second_factor_wrong'));
    expect(codes[9]).toBe('not_logged_in');
    expect(await whoAmI(guesser)).toEqual({ user: null, secondFactor: null });
    expect((await whoAmI(first)).user.id).toBe(first.uid);
  });

  test('do not prevent a proof by passkey', async () => {
    const first = await person('admin');
    await withAuthenticator(first);
    const { key } = await addPasskey(first);
    const guesser = await session(first.uid);
    await guess(guesser, 9);
    const passkey = key.get(await challengeOf(guesser), ORIGIN);
    expect((await prove(guesser, { passkey })).status).toBe(200);
  });

  test.each([
    {},
    { code: '' },
    { code: 'abcdef' },
    { code: 123_456 },
    { code: '123456', recoveryCode: 'x' },
    { passkey: {} },
  ])('%j proves nothing', async (body) => {
    const first = await person('admin');
    await withAuthenticator(first);
    const { status } = await prove(await session(first.uid), body);
    expect([400, 422]).toContain(status);
  });
});

describe('a passkey', () => {
  test('is added with a name and proves another session, which updates its last use', async () => {
    const first = await person('fleetadmin');
    const { key, options, answer } = await addPasskey(first, undefined, 'Office key');
    expect(options.rp).toEqual({ id: 'localhost', name: 'Kerb' });
    expect([answer.status, answer.json.recoveryCodes.length]).toEqual([201, 10]);
    const second = await session(first.uid);
    const passkey = key.get(await challengeOf(second), ORIGIN);
    expect((await prove(second, { passkey })).status).toBe(200);
    const { json } = await call('getSecondFactor', second);
    expect(json.passkeys).toEqual([
      { id: expect.any(String), name: 'Office key', addedAt: clock.time, lastUsedAt: clock.time },
    ]);
  });

  test('is accepted once for its own challenge, in the same session, within five minutes', async () => {
    const first = await person('admin');
    const { key } = await addPasskey(first);
    const second = await session(first.uid);
    const third = await session(first.uid);
    const passkey = key.get(await challengeOf(second), ORIGIN);
    await challengeOf(third);
    expect((await prove(third, { passkey })).code).toBe('second_factor_wrong');
    expect((await prove(second, { passkey })).status).toBe(200);
    expect((await prove(second, { passkey })).code).toBe('second_factor_expired');
    const late = key.get(await challengeOf(third), ORIGIN);
    clock.time += 5 * MINUTE;
    expect((await prove(third, { passkey: late })).code).toBe('second_factor_expired');
  });

  test('answers a challenge once when the same answer is sent concurrently', async () => {
    const first = await person('admin');
    const { key } = await addPasskey(first);
    const second = await session(first.uid);
    const passkey = key.get(await challengeOf(second), ORIGIN);
    const answers = await Promise.all(Array.from({ length: 8 }, () => prove(second, { passkey })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'second_factor_expired')).toHaveLength(7);
  });

  test('is rejected for another site, another key, a changed signature or a decreased counter', async () => {
    const first = await person('admin');
    const { key } = await addPasskey(first);
    const signed = await session(first.uid);
    const refused = async (make: (challenge: string) => object) => {
      const answer = await prove(signed, { passkey: make(await challengeOf(signed)) });
      return answer.code;
    };
    const changed = (challenge: string) => {
      const passkey = key.get(challenge, ORIGIN);
      return { ...passkey, response: { ...passkey.response, signature: 'AAAA' } };
    };
    expect(await refused((challenge) => key.get(challenge, 'https://evil.example'))).toBe(
      'second_factor_wrong',
    );
    expect(await refused((challenge) => createSoftwareAuthenticator().get(challenge, ORIGIN))).toBe(
      'second_factor_wrong',
    );
    expect(await refused(changed)).toBe('second_factor_wrong');
    expect((await prove(signed, { passkey: key.get(await challengeOf(signed), ORIGIN, 50) })).status).toBe(
      200,
    );
    expect(await refused((challenge) => key.get(challenge, ORIGIN, 50))).toBe('second_factor_wrong');
    expect(await refused((challenge) => key.get(challenge, ORIGIN, 51))).toBeNull();
  });

  test('cannot be added for another site, for another challenge, or twice', async () => {
    const first = await person('admin');
    const key = createSoftwareAuthenticator();
    const add = (passkey: object) => call('addPasskey', first, { body: { name: 'Key', passkey } });
    const begin = async () => (await call('beginPasskey', first, { body: {} })).json.challenge;
    expect((await add(key.create(await begin(), 'https://evil.example'))).code).toBe('second_factor_wrong');
    await begin();
    expect((await add(key.create('AAAA', ORIGIN))).code).toBe('second_factor_wrong');
    const good = key.create(await begin(), ORIGIN);
    expect((await add(good)).status).toBe(201);
    expect((await add(good)).code).toBe('second_factor_expired');
    expect((await add(key.create(await begin(), ORIGIN))).code).toBe('passkey_known');
  });

  test('of another user is rejected', async () => {
    const mine = await person('admin');
    const theirs = await person('admin');
    await addPasskey(mine);
    const { key } = await addPasskey(theirs);
    const signed = await session(mine.uid);
    const passkey = key.get(await challengeOf(signed), ORIGIN);
    expect((await prove(signed, { passkey })).code).toBe('second_factor_wrong');
  });
});

describe('recovery codes', () => {
  test('work once each, in any letter case and spacing, and notify their owner', async () => {
    const first = await person('admin');
    const { recoveryCodes } = await withAuthenticator(first);
    const [code = ''] = recoveryCodes;
    const second = await session(first.uid);
    const proved = await prove(second, { recoveryCode: ` ${code.toUpperCase().replaceAll('-', ' ')} ` });
    expect([proved.status, proved.json.recoveryCodesLeft]).toEqual([200, 9]);
    const third = await session(first.uid);
    expect((await prove(third, { recoveryCode: code })).code).toBe('second_factor_wrong');
    await waitFor(async () => {
      const { json } = await call('listNotices', second);
      return json.items.length > 0;
    });
    const { json } = await call('listNotices', second);
    expect(json.items[0].title).toBe('A recovery code was used');
  });

  test('prove only one of several sessions that use the same code concurrently', async () => {
    const first = await person('admin');
    const { recoveryCodes } = await withAuthenticator(first);
    const sessions = await Promise.all(Array.from({ length: 5 }, () => session(first.uid)));
    const answers = await Promise.all(
      sessions.map((one) => prove(one, { recoveryCode: recoveryCodes[0] ?? '' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('are invalidated when new ones are generated', async () => {
    const first = await person('admin');
    const { recoveryCodes } = await withAuthenticator(first);
    const renewed = await call('renewRecoveryCodes', first, { body: {} });
    expect([renewed.status, renewed.json.recoveryCodes.length]).toEqual([201, 10]);
    const second = await session(first.uid);
    expect((await prove(second, { recoveryCode: recoveryCodes[0] ?? '' })).code).toBe('second_factor_wrong');
    expect((await prove(second, { recoveryCode: renewed.json.recoveryCodes[3] })).status).toBe(200);
  });
});
