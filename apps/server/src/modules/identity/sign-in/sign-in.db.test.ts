// Tests of codes and signing in, on a real database: limits, races, rejections, and the operator's check.
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { code, createIdentityTestbed, DAY, SECOND } from '../testing/identity-testbed.ts';
import { otpRepository } from './otp.repository.ts';
import { createSignInCheck } from './sign-in-check.ts';

const { database, db, withTx, clock, newMobile, sms, sendOtp, challenge, signIn, signInWith, addUser } =
  await createIdentityTestbed();

describe('sending a code', () => {
  test('sends the code to the number and stores only its HMAC', async () => {
    const { mobile, otp, verificationId, expiresAt, resendAt } = await challenge();
    expect(sms.sent).toEqual([{ to: mobile, otp, text: expect.stringContaining(otp) }]);
    expect(otp).toMatch(/^[1-9]\d{5}$/);
    expect([expiresAt - clock.time, resendAt - clock.time]).toEqual([300 * SECOND, 30 * SECOND]);
    const { rows } = await database.pool.query('select * from otp_challenges where id = $1', [
      verificationId,
    ]);
    expect(JSON.stringify(rows[0])).not.toContain(otp);
  });

  test('rejects an invalid number and sends no message', async () => {
    await expect(sendOtp({ mobile: '+598123' })).rejects.toEqual(code('invalid_mobile'));
    expect(sms.sent).toEqual([]);
  });

  test('allows a code every 30 seconds and at most ten a day', async () => {
    const mobile = newMobile();
    await sendOtp({ mobile });
    clock.time += 29 * SECOND;
    await expect(sendOtp({ mobile })).rejects.toEqual(code('otp_too_many_sends'));
    for (let count = 2; count <= 10; count += 1) {
      clock.time += 30 * SECOND;
      await sendOtp({ mobile });
    }
    clock.time += 60 * SECOND;
    await expect(sendOtp({ mobile })).rejects.toEqual(code('otp_too_many_sends'));
    clock.time += DAY;
    await expect(sendOtp({ mobile })).resolves.toMatchObject({ verificationId: expect.any(String) });
  });

  test('serialises concurrent requests for one number, so that one code is sent', async () => {
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
      const now = clock.time;
      const expiresAt = clock.time + 1;
      await challenges.add({
        id: randomUUID(),
        mobile,
        mac,
        now,
        expiresAt,
        network: null,
        allowance: 'unknown',
      });
    });
    expect(await second).toEqual(code('otp_too_many_sends'));
    expect(sms.sent).toEqual([]);
  });

  test('the simulator’s numbers are exempt from the pauses', async () => {
    const results = await Promise.all([1, 2, 3].map(() => sendOtp({ mobile: '+59892000101' })));
    expect(results).toHaveLength(3);
  });

  test('a code that could not be sent does not count', async () => {
    const mobile = newMobile();
    sms.fails = true;
    await expect(sendOtp({ mobile })).rejects.toEqual(code('sms_failed'));
    sms.fails = false;
    await expect(sendOtp({ mobile })).resolves.toBeDefined();
  });
});

describe('signing in', () => {
  test('the first sign-in creates an approved rider with blank names; the second returns the same rider', async () => {
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
    clock.time += 31 * SECOND;
    expect((await signIn(await challenge(first.mobile))).user.uid).toBe(user.uid);
  });

  test.each(['12345', '1234567', '099999', '99999', '1000000', '12345\n', '１２３４５６', 'abcdef', ''])(
    '%j cannot be a code and is not counted',
    async (otp) => {
      const { verificationId, otp: right } = await challenge();
      for (let tries = 0; tries < 7; tries += 1)
        await expect(signIn({ verificationId, otp })).rejects.toEqual(code('otp_validate_error'));
      await expect(signIn({ verificationId, otp: right })).resolves.toBeDefined();
    },
  );

  test('accepts the right code after four wrong ones; rejects the sixth check even with the right code', async () => {
    const forgiven = await challenge();
    for (let tries = 0; tries < 4; tries += 1)
      await expect(signIn({ ...forgiven, otp: forgiven.wrong })).rejects.toEqual(code('otp_wrong'));
    await expect(signIn(forgiven)).resolves.toBeDefined();

    const locked = await challenge();
    for (let tries = 0; tries < 5; tries += 1)
      await expect(signIn({ ...locked, otp: locked.wrong })).rejects.toEqual(code('otp_wrong'));
    await expect(signIn(locked)).rejects.toEqual(code('otp_too_many_checks'));
  });

  test('the smallest and the largest code are wrong, but not malformed', async () => {
    for (const otp of ['100000', '999999']) {
      const { verificationId } = await challenge();
      await expect(signIn({ verificationId, otp })).rejects.toEqual(code('otp_wrong'));
    }
  });

  test('the seventh try is rejected like the sixth, right code or wrong', async () => {
    const { verificationId, otp, wrong } = await challenge();
    for (let tries = 0; tries < 5; tries += 1)
      await expect(signIn({ verificationId, otp: wrong })).rejects.toEqual(code('otp_wrong'));
    for (const tried of [wrong, otp, otp])
      await expect(signIn({ verificationId, otp: tried })).rejects.toEqual(code('otp_too_many_checks'));
  });

  test('a user of an unknown type cannot sign in', async () => {
    const odd = await addUser();
    await database.asOwner.query('alter table users drop constraint users_usertype_check');
    await database.pool.query("update users set usertype = 'owner' where uid = $1", [odd.uid]);
    await expect(signIn(await challenge(odd.mobile))).rejects.toEqual(code('not_valid_user_type'));
    const { rows } = await database.pool.query('select 1 from sessions where uid = $1', [odd.uid]);
    expect(rows).toEqual([]);
  });

  test('a code is used once', async () => {
    const used = await challenge();
    await signIn(used);
    await expect(signIn(used)).rejects.toEqual(code('otp_expired'));
  });

  test('a code expires after five minutes or when it is cancelled', async () => {
    const late = await challenge();
    clock.time += 300 * SECOND;
    await expect(signIn(late)).rejects.toEqual(code('otp_expired'));
    const cancelled = await challenge();
    await otpRepository(db).end(cancelled.verificationId, clock.time);
    await expect(signIn(cancelled)).rejects.toEqual(code('otp_expired'));
    await expect(signIn({ verificationId: randomUUID(), otp: '123456' })).rejects.toEqual(
      code('otp_expired'),
    );
  });

  test('64 concurrent checks of the right code open one session', async () => {
    const raced = await challenge();
    const results = await Promise.allSettled(Array.from({ length: 64 }, () => signIn(raced)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { rows } = await database.pool.query(
      'select count(*) as count from sessions join users using (uid) where mobile = $1',
      [raced.mobile],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('64 concurrent guesses get at most five checks', async () => {
    const { verificationId, wrong } = await challenge();
    const results = await Promise.allSettled(
      Array.from({ length: 64 }, () => signIn({ verificationId, otp: wrong })),
    );
    const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : 'in'));
    expect(codes.filter((one) => one === 'otp_wrong')).toHaveLength(5);
    expect(codes.filter((one) => one === 'otp_too_many_checks')).toHaveLength(59);
  });

  test('two codes of a new number used concurrently create one user', async () => {
    const mobile = '+59892000102';
    const both = [await challenge(mobile), await challenge(mobile)];
    const [one, other] = await Promise.all(both.map((each) => signIn(each)));
    expect(one?.user.uid).toBe(other?.user.uid);
  });

  test('a driver who is not approved gets no session', async () => {
    const driver = await addUser({ usertype: 'driver', review: 'waiting' });
    await expect(signIn(await challenge(driver.mobile))).rejects.toEqual(code('require_approval'));
    const { rows } = await database.pool.query('select 1 from sessions where uid = $1', [driver.uid]);
    expect(rows).toEqual([]);
  });

  test('rejects the sign-in when the operator’s check reports an issue', async () => {
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
  let location: string | undefined;
  let server: Server;
  const start = async (): Promise<string> => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += String(chunk);
      });
      request.on('end', () => {
        asked.push(JSON.parse(body));
        if (location !== undefined) response.writeHead(307, { location });
        response.end(answer);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    return `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
  };
  afterEach(() => void server.close());

  test('posts the sign-in, rejects it on an issue, and accepts it on an unreadable answer', async () => {
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

  test('follows no redirect and reports it as an error', async () => {
    const errors: unknown[] = [];
    const check = createSignInCheck(await start(), 'kerb', (error) => errors.push(error));
    asked.length = 0;
    location = '/elsewhere';
    expect(await check({ createTime: 42 })).toBe(true);
    expect([asked.length, errors.length]).toEqual([1, 1]);
  });
});
