// Checks that each security event is logged once, with ids only, by the route or start that causes it.
import { createHmac } from 'node:crypto';
import { routes, type Withdraw } from '@kerb/contract';
import { minor } from '@kerb/domain/kernel';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SecurityLine } from './kit/observe/security-log.ts';
import { createTestApp } from './kit/testing/test-app.ts';
import { createTestDatabase } from './kit/testing/test-database.ts';
import { createUsersEnvironment } from './modules/users/testing/users-environment.ts';

const environment = await createUsersEnvironment({}, { city: true });
const { app, call, newMobile } = environment;
const admin = await environment.someone('admin');
afterEach(() => environment.set({}));

let seen = 0;
beforeEach(() => {
  seen = app.securityLines.length;
});
const newLines = (): readonly SecurityLine[] => app.securityLines.slice(seen);
const lines = (event: SecurityLine['event']) => newLines().filter((line) => line.event === event);
const byAdmin = { log: 'security', by: admin.uid, caller: expect.stringMatching(/^[\w-]{16}$/) };

async function askCode(mobile: string): Promise<{ verificationId: string; otp: string }> {
  const { body } = await call<{ verificationId: string }>(null, routes.sendOtp, { body: { mobile } });
  const inbox = await call<{ items: { otp: string | null }[] }>(null, routes.devInbox, {
    query: `?mobile=${encodeURIComponent(mobile)}&limit=20`,
  });
  const otp = inbox.body.items.find((message) => message.otp !== null)?.otp ?? '';
  return { verificationId: body.verificationId, otp };
}

const signIn = (proof: { verificationId: string; otp: string }) =>
  call(null, routes.mobileSignIn, { body: proof });

const send = (mobile: string) => call(null, routes.sendOtp, { body: { mobile } });

describe('signing in', () => {
  test('records each wrong code, and the last attempt as a locked number', async () => {
    const mobile = newMobile();
    const { verificationId, otp } = await askCode(mobile);
    const wrong = otp === '111111' ? '222222' : '111111';
    for (const _ of [1, 2, 3, 4, 5, 6]) await signIn({ verificationId, otp: wrong });
    const failed = lines('sign_in_failed');
    expect(failed.map(({ reason }) => reason)).toEqual([
      'otp_wrong',
      'otp_wrong',
      'otp_wrong',
      'otp_wrong',
      'otp_wrong',
      'otp_too_many_checks',
    ]);
    const [{ number } = { number: undefined }] = failed;
    expect(failed[0]).toMatchObject({ way: 'code', severity: 'warning', by: null, number });
    expect(number).toMatch(/^[\w-]{16}$/);
    expect(lines('number_locked')).toMatchObject([{ cause: 'wrong_codes', number }]);
    expect(JSON.stringify(newLines())).not.toContain(mobile.slice(1));
  });

  test('records a code that has expired or does not exist', async () => {
    const { verificationId, otp } = await askCode(newMobile());
    await environment.pool.query('update otp_challenges set expires_at = 1 where id = $1', [verificationId]);
    await signIn({ verificationId, otp });
    await signIn({ verificationId: crypto.randomUUID(), otp });
    expect(lines('sign_in_failed')).toMatchObject([
      { reason: 'otp_expired', number: expect.any(String) },
      { reason: 'otp_expired' },
    ]);
  });

  test('records whose disabled account was used, and a successful sign-in', async () => {
    const mobile = newMobile();
    const other = newMobile();
    const { uid } = await environment.someone('rider', { mobile, review: 'disabled' });
    await signIn(await askCode(mobile));
    const { status } = await signIn(await askCode(other));
    expect(status).toBe(201);
    expect(newLines()).toMatchObject([
      { event: 'sign_in_failed', way: 'code', reason: 'require_approval', uid },
      { event: 'signed_in', way: 'code', severity: 'notice', by: null, caller: expect.any(String) },
    ]);
    expect(newLines()[1]?.uid).not.toBe(uid);
  });

  test('records a number that reached its daily limit of codes, but not one that waits for the next code', async () => {
    const mobile = newMobile();
    await send(mobile);
    await send(mobile);
    expect(newLines()).toEqual([]);
    await environment.pool.query(
      `insert into otp_challenges (id, mobile, code_mac, created_at, expires_at)
       select gen_random_uuid(), $1, '', $2, $2 from generate_series(1, 10)`,
      [mobile, Date.now() - 3_600_000],
    );
    await environment.pool.query('update otp_challenges set created_at = $1 where created_at > $1', [
      Date.now() - 3_600_000,
    ]);
    expect((await send(mobile)).code).toBe('otp_too_many_sends');
    expect(newLines()).toMatchObject([{ event: 'number_locked', cause: 'codes_sent' }]);
  });

  test('records a network that reached its limit of codes', async () => {
    await environment.pool.query(
      `insert into otp_challenges (id, mobile, code_mac, created_at, expires_at, network)
       select gen_random_uuid(), 'of the test ' || n, '', $1, $1, '127.0.0.0/24' from generate_series(1, 600) n`,
      [Date.now() - 1000],
    );
    await send(newMobile());
    expect(newLines()).toMatchObject([{ event: 'codes_limited', limit: 'network', severity: 'alert' }]);
    await environment.pool.query("delete from otp_challenges where mobile like 'of the test %'");
  });
});

describe('users', () => {
  const person = (given: object) => ({ firstName: 'Ana', lastName: 'Paz', mobile: newMobile(), ...given });

  test('records that they are added, approved, rejected, disabled and deleted', async () => {
    const { body: added } = await call(admin, routes.addUser, { body: person({ usertype: 'fleetadmin' }) });
    const waiting = await environment.someone('driver', { review: 'waiting' });
    const refuse = (uid: string) => call(admin, routes.refuseUser, { id: uid, body: { reason: 'Papers' } });
    await refuse(waiting.uid);
    await call(admin, routes.approveUser, { id: waiting.uid });
    await call(admin, routes.unapproveUser, { id: waiting.uid });
    await call(admin, routes.approveUser, { id: waiting.uid });
    await refuse(waiting.uid);
    await call(admin, routes.deleteUser, { id: waiting.uid });
    const { uid } = waiting;
    expect(newLines()).toMatchObject([
      { ...byAdmin, event: 'user_added', uid: added.id, usertype: 'fleetadmin' },
      { ...byAdmin, event: 'user_refused', uid, usertype: 'driver' },
      { ...byAdmin, event: 'user_approved', uid },
      { ...byAdmin, event: 'user_unapproved', uid, usertype: 'driver' },
      { ...byAdmin, event: 'user_approved', uid },
      { ...byAdmin, event: 'user_disabled', uid },
      { ...byAdmin, event: 'user_deleted', uid },
    ]);
    expect(JSON.stringify(newLines())).not.toMatch(/Ana|Paz|Papers|\+598/);
  });

  test('records that they delete themselves', async () => {
    const rider = await environment.someone('rider');
    await call(rider, routes.deleteMe, { body: {} });
    expect(lines('user_deleted')).toMatchObject([{ by: rider.uid, uid: rider.uid, usertype: 'rider' }]);
  });

  test('records another role, which ends their sessions, and another fleet', async () => {
    const driver = await environment.someone('driver');
    const fleetadmin = await environment.someone('fleetadmin');
    const edit = (body: object) => call(admin, routes.editUser, { id: driver.uid, body });
    await edit({ fleetadmin: fleetadmin.uid });
    await edit({ firstName: 'Berta' });
    await edit({ usertype: 'admin' });
    const { uid } = driver;
    expect(newLines()).toMatchObject([
      { ...byAdmin, event: 'fleet_changed', uid, from: null, to: fleetadmin.uid },
      { ...byAdmin, event: 'sessions_ended', uid, count: 1 },
      { ...byAdmin, event: 'role_changed', uid, from: 'driver', to: 'admin', severity: 'alert' },
      { ...byAdmin, event: 'fleet_changed', uid, from: fleetadmin.uid, to: null },
    ]);
    await call(admin, routes.editUser, { id: uid, body: { usertype: 'rider' } });
  });

  test('records no rejected change', async () => {
    const rider = await environment.someone('rider');
    expect((await call(rider, routes.editUser, { id: rider.uid, body: { usertype: 'admin' } })).status).toBe(
      403,
    );
    expect((await call(admin, routes.editUser, { id: admin.uid, body: { usertype: 'rider' } })).status).toBe(
      409,
    );
    expect(newLines()).toEqual([]);
  });
});

describe('the security log of the operator', () => {
  test('records changes of security settings by name, and no others', async () => {
    const save = (body: object) => call(admin, routes.editSettings, { body });
    await save({ CompanyName: 'Taxi Sur', horizontal_view: true });
    expect(newLines()).toEqual([]);
    await save({ driver_approval: false, restrictCountry: true, CompanyName: 'Taxi Norte' });
    await save({ referralsPerMonth: 3, fareTolerance: 20 });
    expect(newLines()).toMatchObject([
      { ...byAdmin, event: 'settings_changed', settings: ['driver_approval', 'restrictCountry'] },
      { ...byAdmin, event: 'settings_changed', settings: ['fareTolerance', 'referralsPerMonth'] },
    ]);
  });

  test('records downloads of lists and documents, and of riders’ own data', async () => {
    const rider = await environment.someone('rider');
    await call(admin, routes.exportUsers);
    await call(admin, routes.exportEarnings);
    await call(admin, routes.printEarnings);
    await call(rider, routes.exportMe);
    expect((await call(rider, routes.exportUsers)).status).toBe(403);
    expect(newLines()).toMatchObject([
      { ...byAdmin, event: 'data_exported', what: 'exportUsers' },
      { ...byAdmin, event: 'data_exported', what: 'exportEarnings' },
      { ...byAdmin, event: 'data_exported', what: 'printEarnings' },
      { event: 'data_exported', what: 'exportMe', by: rider.uid },
    ]);
  });

  test('records money added to a wallet, and decided withdrawals', async () => {
    const bank = { bankName: 'Banco Sur', bankCode: 'SURUYMM', bankAccount: '001-2233' };
    const driver = await environment.someone('driver', bank);
    await call(admin, routes.addToWallet, {
      id: driver.uid,
      body: { amount: 100, source: 'cash', reason: 'Paid at the office' },
    });
    const ask = async () =>
      (await call<Withdraw>(driver, routes.requestWithdraw, { body: { amount: 40 } })).body.id;
    const first = await ask();
    const second = await ask();
    await call(admin, routes.completeWithdraw, { id: first });
    await call(admin, routes.returnWithdraw, { id: second, body: { reason: 'The account is closed' } });
    const { uid } = driver;
    expect(newLines()).toMatchObject([
      { ...byAdmin, event: 'wallet_credited', uid, amount: 10_000 },
      { ...byAdmin, event: 'payout_decided', withdraw: first, uid, decision: 'completed', amount: 4000 },
      { ...byAdmin, event: 'payout_decided', withdraw: second, uid, decision: 'returned', amount: 4000 },
    ]);
    expect(JSON.stringify(newLines())).not.toMatch(/office|closed|Banco/);
  });

  test('records the refund of a trip', async () => {
    const rider = await environment.someone('rider');
    const { uid: driver } = await environment.someone('driver');
    const booking = await environment.addBooking({ customer: rider.uid, driver, status: 'COMPLETE' });
    const body = { amount: 0.5, reason: 'The car was late' };
    expect((await call(admin, routes.refundBooking, { id: booking, body })).status).toBe(200);
    expect(newLines()).toMatchObject([
      { ...byAdmin, event: 'refund_decided', booking, refund: expect.any(String), amount: minor(50) },
    ]);
  });
});

test('records other bank details entered by an admin, but not unchanged ones', async () => {
  await environment.set({ bank_fields: true });
  const { uid } = await environment.someone('driver', { bankAccount: '001-2233' });
  const edit = (body: object) => call(admin, routes.editUser, { id: uid, body });
  await edit({ bankAccount: '001-2233', firstName: 'Eva' });
  expect(newLines()).toEqual([]);
  expect((await edit({ bankAccount: '009-8877' })).status).toBe(200);
  expect(newLines()).toMatchObject([{ ...byAdmin, event: 'bank_details_changed', uid, severity: 'alert' }]);
  expect(JSON.stringify(newLines())).not.toContain('009-8877');
});

test('records a bonus reversed by an admin', async () => {
  const { uid } = await environment.someone('rider');
  const { uid: driver } = await environment.someone('driver');
  const booking = await environment.addBooking({ customer: uid, driver, status: 'COMPLETE' });
  await environment.pool.query(
    `insert into referrals (rider, booking, status, bonus, at, due_at) values ($1, $2, 'held', 5050, 1, 2)`,
    [uid, booking],
  );
  const reversed = await call(admin, routes.reverseReferral, { id: uid, body: { reason: 'Two phones' } });
  expect(reversed.status).toBe(200);
  expect(newLines()).toMatchObject([{ ...byAdmin, event: 'bonus_reversed', uid, booking, amount: 5050 }]);
  expect(JSON.stringify(newLines())).not.toContain('phones');
});

test('records a decision on a fare above the tolerance', async () => {
  const { uid: customer } = await environment.someone('rider');
  const { uid: driver } = await environment.someone('driver');
  const booking = await environment.addBooking({ customer, driver, status: 'COMPLETE' });
  await environment.pool.query("update bookings set fare_review = 'open' where id = $1", [booking]);
  await environment.pool.query(
    `insert into fare_reviews (booking, status, opened_at, reason, quoted, collected, metered,
       extra_share, extra_fees, extra_discount, extra_payable, breakdown)
     values ($1, 'open', 1, 'distance', 100, 100, 150, 50, 0, 0, 50, '{}')`,
    [booking],
  );
  const body = { decision: 'waive', note: 'Detour' };
  expect((await call(admin, routes.decideFareReview, { id: booking, body })).status).toBe(200);
  expect(newLines()).toMatchObject([
    { ...byAdmin, event: 'fare_review_decided', booking, decision: 'waived', amount: 50 },
  ]);
});

describe('the security log of a server', () => {
  const linesOf = (all: readonly SecurityLine[], event: string) => all.filter((line) => line.event === event);

  test('counts rejected calls by code, route and caller', async () => {
    const own = await createTestApp({ requireAllRoutes: false });
    const get = (path: string, headers: Record<string, string> = {}) =>
      own.server.inject({ method: 'GET', url: `/api/v1${path}`, headers });
    for (let n = 0; n < 100; n += 1) await get('/me', { authorization: `Bearer made-up-${n}` });
    await get('/users');
    await own.server.inject({
      method: 'POST',
      url: '/api/v1/me/withdraws',
      headers: { cookie: 'kerb_session=x', origin: 'https://evil.example' },
      payload: {},
    });
    expect(linesOf(own.securityLines, 'access_refused')).toEqual([]);
    await own.close();
    const refused = linesOf(own.securityLines, 'access_refused');
    expect(refused).toMatchObject([
      { code: 'not_logged_in', method: 'GET', route: '/api/v1/me', count: 100, by: null },
      { code: 'not_logged_in', method: 'GET', route: '/api/v1/users', count: 1 },
      { code: 'bad_origin', method: 'POST', route: '/api/v1/me/withdraws', count: 1 },
    ]);
  });

  test('reports once that the secret was replaced since the last start, without the secret', async () => {
    const database = await createTestDatabase();
    const start = async (env: Record<string, string>) => {
      const own = await createTestApp({ database: { ...database, close: async () => undefined }, env });
      await own.close();
      return linesOf(own.securityLines, 'secret_replaced').map(({ name }) => name);
    };
    const first = { METRICS_TOKEN: 'a token of the metrics', HOSTED_BASIC_AUTH: 'functions:password one' };
    expect(await start(first)).toEqual([]);
    expect(await start(first)).toEqual([]);
    const second = { ...first, HOSTED_BASIC_AUTH: 'functions:password two' };
    expect(await start(second)).toEqual(['HOSTED_BASIC_AUTH']);
    expect(await start(second)).toEqual([]);
    // A variable that was unset for a while and then has its old value was not replaced.
    expect(await start({ METRICS_TOKEN: second.METRICS_TOKEN })).toEqual([]);
    expect(await start(second)).toEqual([]);
    const another = { ...second, KERB_SECRET: 'another secret of the installation' };
    expect(await start({ ...another, METRICS_TOKEN: 'another token too' })).toEqual(['KERB_SECRET']);
    const { rows } = await database.pool.query('select name, fingerprint from secret_fingerprints');
    const plain = createHmac('sha256', '').update('functions:password two').digest('hex');
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`password two|${plain}`));
    await database.close();
  });
});
