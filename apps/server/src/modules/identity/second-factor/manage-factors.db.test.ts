// Tests of removing and resetting second factors on the whole server, with their security events and stored data.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { resetSecondFactorOf } from './reset-second-factor.ts';
import {
  codeAt,
  createSecondFactorTestbed,
  MINUTE,
  ORIGIN,
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

describe('removing a factor', () => {
  test('is rejected for the last factor while a second factor is required', async () => {
    const admin = await person('admin');
    await withAuthenticator(admin);
    const { answer } = await addPasskey(admin);
    expect(answer.json.recoveryCodes).toBeNull();
    const { json } = await call('getSecondFactor', admin);
    expect((await call('removePasskey', admin, { params: { id: json.passkeys[0].id } })).status).toBe(204);
    expect((await call('removeAuthenticator', admin)).code).toBe('last_second_factor');
    expect((await call('getSecondFactor', admin)).json.authenticator).not.toBeNull();
    await setRequired(false);
    expect((await call('removeAuthenticator', admin)).status).toBe(204);
    expect((await call('getSecondFactor', admin)).json.recoveryCodesLeft).toBe(0);
    expect((await call('removeAuthenticator', admin)).code).toBe('not_found');
    await setRequired(true);
    expect(await whoAmI(admin)).toEqual({ user: null, secondFactor: 'setup' });
  });

  test('of both factors concurrently removes only one of them', async () => {
    const admin = await person('admin');
    await withAuthenticator(admin);
    await addPasskey(admin);
    const { json } = await call('getSecondFactor', admin);
    const answers = await Promise.all([
      call('removePasskey', admin, { params: { id: json.passkeys[0].id } }),
      call('removeAuthenticator', admin),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  test('of another user returns not_found', async () => {
    const mine = await person('admin');
    const theirs = await person('admin');
    await withAuthenticator(mine);
    await addPasskey(theirs);
    const { json } = await call('getSecondFactor', theirs);
    expect((await call('removePasskey', mine, { params: { id: json.passkeys[0].id } })).code).toBe(
      'not_found',
    );
  });
});

describe('resetting a factor', () => {
  test('is for other admins only; the user sets up a new factor, and the audit log names the admin', async () => {
    const admin = await person('admin');
    await withAuthenticator(admin);
    const lost = await person('fleetadmin');
    await withAuthenticator(lost);
    const reset = (by: Signed, id: string) => call('resetSecondFactor', by, { params: { id } });
    expect((await reset(lost, admin.uid)).code).toBe('forbidden');
    expect((await reset(admin, admin.uid)).code).toBe('own_account');
    expect((await reset(admin, (await person('rider')).uid)).code).toBe('not_found');
    expect((await reset(admin, lost.uid)).status).toBe(204);
    expect(await whoAmI(lost)).toEqual({ user: null, secondFactor: null });
    expect(await whoAmI(await session(lost.uid))).toEqual({ user: null, secondFactor: 'setup' });
    const { json } = await call('getUserAudit', admin, { params: { id: lost.uid } });
    expect(json.items[0]).toMatchObject({ action: 'second_factor', by: { id: admin.uid } });
  });
});

describe('the security log', () => {
  test('has one line for each change and each failed proof of a factor, with uid and kind', async () => {
    const admin = await person('admin');
    const seen = app.securityLines.length;
    const { secret, recoveryCodes } = await withAuthenticator(admin);
    await addPasskey(admin);
    const second = await session(admin.uid);
    await prove(second, { code: '000000' });
    await prove(second, { recoveryCode: 'aaaa-bbbb-cccc' });
    const other = createSoftwareAuthenticator();
    await prove(second, { passkey: other.get(await challengeOf(second), ORIGIN) });
    await prove(second, { code: codeAt(secret, clock.time) });
    await prove(second, { recoveryCode: recoveryCodes[0] ?? '' });
    expect((await call('removeAuthenticator', second)).status).toBe(204);
    const by = admin.uid;
    expect(app.securityLines.slice(seen)).toMatchObject([
      { event: 'second_factor_added', by, uid: by, factor: 'totp', severity: 'notice' },
      { event: 'second_factor_added', by, uid: by, factor: 'passkey' },
      { event: 'second_factor_failed', by, uid: by, factor: 'totp', severity: 'warning' },
      { event: 'second_factor_failed', by, uid: by, factor: 'recovery_code' },
      { event: 'second_factor_failed', by, uid: by, factor: 'passkey' },
      { event: 'second_factor_proved', by, uid: by, factor: 'totp', severity: 'notice' },
      { event: 'second_factor_proved', by, uid: by, factor: 'recovery_code' },
      { event: 'recovery_code_used', by, uid: by, left: 9, severity: 'alert' },
      { event: 'second_factor_removed', by, uid: by, factor: 'totp', severity: 'alert' },
    ]);
    const text = JSON.stringify(app.securityLines.slice(seen));
    for (const hidden of [secret, ...recoveryCodes]) expect(text).not.toContain(hidden);
  });

  test('has a line for a reset with the admin who did it, and no line for a rejected reset', async () => {
    const admin = await person('admin');
    await withAuthenticator(admin);
    const lost = await person('fleetadmin');
    await withAuthenticator(lost);
    const seen = app.securityLines.length;
    await call('resetSecondFactor', admin, { params: { id: admin.uid } });
    expect(app.securityLines.slice(seen)).toEqual([]);
    await call('resetSecondFactor', admin, { params: { id: lost.uid } });
    const lines = app.securityLines.slice(seen);
    expect(lines).toContainEqual(
      expect.objectContaining({
        event: 'second_factor_reset',
        severity: 'alert',
        by: admin.uid,
        uid: lost.uid,
      }),
    );
    expect(lines.filter(({ event }) => event === 'second_factor_reset')).toHaveLength(1);
  });

  test('has a line without a session for a reset on the command line', async () => {
    const lost = await person('admin');
    await withAuthenticator(lost);
    const { rows } = await pool.query('select mobile from users where uid = $1', [lost.uid]);
    const seen = app.securityLines.length;
    const { withTx } = app.modules;
    await resetSecondFactorOf(rows[0].mobile, { withTx, clock, ids: { next: () => randomUUID() } });
    expect(app.securityLines.slice(seen)).toContainEqual(
      expect.objectContaining({ event: 'second_factor_reset', by: null, caller: null, uid: lost.uid }),
    );
  });
});

describe('the stored data of a factor', () => {
  const rowsOf = async (uid: string): Promise<number> => {
    let count = 0;
    for (const table of ['passkeys', 'authenticators', 'recovery_codes', 'attempts'])
      count += (await pool.query(`select 1 from second_factor_${table} where uid = $1`, [uid])).rowCount ?? 0;
    return count;
  };
  async function full(role: 'admin' | 'fleetadmin') {
    const signed = await person(role);
    const { secret } = await withAuthenticator(signed);
    await addPasskey(signed, undefined, 'My laptop');
    await prove(signed, { code: codeAt(secret, clock.time) });
    expect(await rowsOf(signed.uid)).toBe(13);
    return signed;
  }

  test('is in the personal data export, without keys and secrets', async () => {
    const admin = await full('admin');
    const { json } = await call('exportMe', admin);
    expect(json.secondFactor).toEqual({
      passkeys: [{ name: 'My laptop', addedAt: expect.any(Number), lastUsedAt: null }],
      authenticator: { addedAt: expect.any(Number), lastUsedAt: clock.time },
      recoveryCodesLeft: 10,
    });
  });

  test('is deleted with the account, and when the user loses the admin role', async () => {
    const admin = await full('admin');
    const leaving = await full('admin');
    const demoted = await full('fleetadmin');
    expect((await call('deleteUser', admin, { params: { id: leaving.uid } })).status).toBe(204);
    const body = { usertype: 'rider' };
    expect((await call('editUser', admin, { params: { id: demoted.uid }, body })).status).toBe(200);
    expect([await rowsOf(leaving.uid), await rowsOf(demoted.uid)]).toEqual([0, 0]);
  });

  test('remains when an admin becomes a fleet admin', async () => {
    const admin = await full('admin');
    const other = await full('admin');
    await call('editUser', admin, { params: { id: other.uid }, body: { usertype: 'fleetadmin' } });
    expect(await rowsOf(other.uid)).toBe(13);
  });
});
