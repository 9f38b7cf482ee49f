// Tests of the routes that require a recent proof of the second factor, on the whole server.
import { randomUUID } from 'node:crypto';
import type { RouteName } from '@kerb/contract';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  codeAt,
  createSecondFactorTestbed,
  definitionOf,
  MINUTE,
  routeNames,
} from './testing/second-factor-testbed.ts';

const { app, pool, clock, call, session, person, setRequired, withAuthenticator, prove } =
  await createSecondFactorTestbed();
afterAll(() => app.close());
beforeEach(async () => {
  clock.time += 2 * 24 * 60 * MINUTE;
  await setRequired(true);
});

describe('a fresh proof', () => {
  const protectedRoutes = routeNames.filter((name) => definitionOf(name).stepUp !== undefined);

  test('is required by exactly these routes', () => {
    expect(protectedRoutes.sort()).toEqual([
      'acceptPayment',
      'addPartnerKey',
      'addPasskey',
      'addToWallet',
      'addUser',
      'beginAuthenticator',
      'beginPasskey',
      'chargeBooking',
      'collectBooking',
      'completeWithdraw',
      'confirmAuthenticator',
      'decideFareReview',
      'deleteMe',
      'deleteUser',
      'editSettings',
      'editUser',
      'exportBookings',
      'exportDriverEarnings',
      'exportEarnings',
      'exportFigures',
      'exportMe',
      'exportSelectedBookings',
      'exportUsers',
      'exportWithdraws',
      'getTripFile',
      'printDriverEarnings',
      'printEarnings',
      'reachBooking',
      'refundBooking',
      'refundPayment',
      'removeAuthenticator',
      'removePasskey',
      'renewRecoveryCodes',
      'resetSecondFactor',
      'reverseReferral',
    ]);
  });

  test('is valid for ten minutes in its own session, and required again afterwards', async () => {
    const admin = await person('admin');
    const { secret } = await withAuthenticator(admin);
    const complete = () => call('completeWithdraw', admin, { body: {} });
    expect((await complete()).code).toBe('not_found');
    clock.time += 10 * MINUTE;
    const refused = await complete();
    expect([refused.status, refused.code]).toEqual([403, 'second_factor_required']);
    expect((await call('getMe', admin)).status).toBe(200);
    const other = await session(admin.uid);
    await prove(other, { code: codeAt(secret, clock.time) });
    expect((await complete()).code).toBe('second_factor_required');
    clock.time += MINUTE;
    await prove(admin, { code: codeAt(secret, clock.time) });
    expect((await complete()).code).toBe('not_found');
  });

  test.each<[RouteName, object, string | null]>([
    ['addUser', { usertype: 'driver' }, null],
    ['addUser', { usertype: 'admin' }, 'second_factor_required'],
    ['addUser', { usertype: 'fleetadmin' }, 'second_factor_required'],
    ['editUser', { firstName: 'Eva' }, null],
    ['editUser', { usertype: 'rider' }, 'second_factor_required'],
    ['editUser', { firstName: 'Eva', bankAccount: '001-2233' }, 'second_factor_required'],
    ['editUser', { bankCode: 'SURUYMM' }, 'second_factor_required'],
    ['editSettings', { driverRadius: 9 }, null],
    ['editSettings', { adminSecondFactor: false }, 'second_factor_required'],
  ])('%s with %j: %s', async (name, fields, expected) => {
    const admin = await person('admin');
    await withAuthenticator(admin);
    clock.time += 11 * MINUTE;
    const added = {
      firstName: 'Eva',
      lastName: 'Prueba',
      mobile: `+5989477${String(clock.time).slice(-7, -3)}`,
    };
    const body = name === 'addUser' ? { ...added, ...fields } : fields;
    const { code } = await call(name, admin, { body });
    if (expected === null) expect(code).not.toBe('second_factor_required');
    else expect(code).toBe(expected);
  });

  test.each([
    ['admin', 'second_factor_required'],
    ['fleetadmin', 'second_factor_required'],
    ['driver', null],
  ] as const)('approving a disabled %s: %s', async (usertype, expected) => {
    const admin = await person('admin');
    const { secret } = await withAuthenticator(admin);
    const disabled = await person(usertype);
    await pool.query("update users set review = 'disabled', approved = false where uid = $1", [disabled.uid]);
    clock.time += 11 * MINUTE;
    const headers = { 'idempotency-key': randomUUID() };
    const approve = () => call('approveUser', admin, { params: { id: disabled.uid }, body: {}, headers });
    const first = await approve();
    expect([first.status, first.code]).toEqual(expected === null ? [200, null] : [403, expected]);
    // The client repeats the call with the same key after the proof.
    await prove(admin, { code: codeAt(secret, clock.time) });
    expect((await approve()).status).toBe(200);
  });

  test('is not required while the setting is off', async () => {
    const admin = await person('admin');
    await withAuthenticator(admin);
    clock.time += 11 * MINUTE;
    await setRequired(false);
    for (const name of protectedRoutes) {
      // These routes would end the account or the session.
      if (name === 'deleteMe' || name === 'resetSecondFactor') continue;
      expect([
        name,
        (await call(name, admin, { body: definitionOf(name).body ? {} : undefined })).code,
      ]).not.toEqual([name, 'second_factor_required']);
    }
  });
});
