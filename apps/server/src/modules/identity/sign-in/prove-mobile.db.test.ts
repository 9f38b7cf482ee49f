// Tests of proving a mobile: the code and the caller's work commit or roll back together, and wrong codes are always
// counted.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Tx } from '../../../kit/index.ts';
import { code, createIdentityTestbed, SECOND } from '../testing/identity-testbed.ts';
import { usersRepository } from '../users/users.repository.ts';

const { database, clock, challenge, withProvedMobile, addUser } = await createIdentityTestbed();

const rename = (uid: string) => (tx: Tx) =>
  usersRepository(tx).change(uid, { firstName: 'Proved' }, clock.time);
const nameOf = async (uid: string) => {
  const { rows } = await database.pool.query('select first_name from users where uid = $1', [uid]);
  return rows[0].first_name;
};

describe('a proved mobile', () => {
  test('is the number the code was sent to, at the time it was sent', async () => {
    const sent = await challenge();
    const sentAt = clock.time;
    clock.time += 60 * SECOND;
    const proved = await withProvedMobile(sent, async (_tx, given) => given);
    expect(proved).toEqual({ mobile: sent.mobile, sentAt });
  });

  test('is proved once when the code is sent many times concurrently', async () => {
    const sent = await challenge();
    let runs = 0;
    const results = await Promise.allSettled(
      Array.from({ length: 16 }, () =>
        withProvedMobile(sent, async () => {
          runs += 1;
        }),
      ),
    );
    expect([results.filter(({ status }) => status === 'fulfilled').length, runs]).toEqual([1, 1]);
  });

  test('stays unproved when the work fails: no change is stored and the code is still valid', async () => {
    const sent = await challenge();
    const user = await addUser();
    const failing = withProvedMobile(sent, async (tx) => {
      await rename(user.uid)(tx);
      throw new Error('refused by a rule');
    });
    await expect(failing).rejects.toThrow('refused by a rule');
    expect(await nameOf(user.uid)).toBe('');
    await withProvedMobile(sent, rename(user.uid));
    expect(await nameOf(user.uid)).toBe('Proved');
    await expect(withProvedMobile(sent, rename(user.uid))).rejects.toEqual(code('otp_expired'));
  });

  test('with a wrong code runs no work, and the sixth check is rejected even with the right code', async () => {
    const sent = await challenge();
    let runs = 0;
    const attempt = (otp: string) =>
      withProvedMobile({ ...sent, otp }, async () => {
        runs += 1;
      });
    for (let tries = 0; tries < 5; tries += 1)
      await expect(attempt(sent.wrong)).rejects.toEqual(code('otp_wrong'));
    await expect(attempt(sent.otp)).rejects.toEqual(code('otp_too_many_checks'));
    expect(runs).toBe(0);
  });

  test.each(['99999', '1000000', '12345a', '', '٣٤٥٦٧٨'])('with %j is no code at all', async (otp) => {
    const sent = await challenge();
    await expect(withProvedMobile({ ...sent, otp }, async () => 1)).rejects.toEqual(
      code('otp_validate_error'),
    );
  });

  test('is rejected for an unknown verification, or with the code of another verification', async () => {
    const mine = await challenge();
    const other = await challenge();
    const unknown = { verificationId: randomUUID(), otp: mine.otp };
    await expect(withProvedMobile(unknown, async () => 1)).rejects.toEqual(code('otp_expired'));
    // A code works only for its own request, even with the stored hash of another request's code in its place.
    await database.pool.query(
      'update otp_challenges set code_mac = (select code_mac from otp_challenges where id = $2) where id = $1',
      [mine.verificationId, other.verificationId],
    );
    const crossed = { verificationId: mine.verificationId, otp: other.otp };
    await expect(withProvedMobile(crossed, async () => 1)).rejects.toEqual(code('otp_wrong'));
  });
});
