// The bonus of an invitation: to both, once, whatever is told twice, at once, or after a crash.
import { minor, ZERO } from '@kerb/domain/kernel';
import { settings as settingsSchema } from '@kerb/domain/settings';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { uuidV7 } from '../../adapters/clock/system-clock.ts';
import type { StoredEvent, WithTx } from '../../kit/index.ts';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { createIdentityModule, type UserInput } from '../identity/index.ts';
import { shippedLanguagesApi } from '../languages/testing/shipped-languages.ts';
import { createWalletModule } from '../wallet/index.ts';
import { createReferralsModule } from './index.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const { queries: db, withTx } = database;
const clock = { now: () => Date.UTC(2026, 5, 1, 12) };
const ids = uuidV7;
const current = settingsSchema.parse({ bonus: 50.5 });
beforeEach(() => {
  current.bonus = 50.5;
});
const settings = {
  get: async () => current,
  publicSettings: async () => Promise.reject(new Error('not asked')),
  edit: async () => current,
  addDefaultCancelReasons: async () => undefined,
  markSeed: async () => true,
};
const identity = createIdentityModule({
  ...{ db, withTx, clock, ids, settings },
  sms: { kind: 'inbox', send: async () => undefined },
  secret: 'a secret of the tests',
  languages: shippedLanguagesApi,
  signInCheck: async () => true,
  isUnthrottled: () => true,
  balanceOf: async () => ZERO,
  driverPartOf: async () => null,
  updateVehicle: async () => undefined,
}).api;
const wallet = createWalletModule({ db, clock, ids, settings }).api;

let next = 100;
const someone = (person: Partial<UserInput> = {}) =>
  withTx((tx) =>
    identity.createUser(tx, { usertype: 'rider', mobile: `+59894300${String(next++)}`, ...person }),
  );
async function invited(inviter: Partial<UserInput> = {}) {
  const referrer = await someone({ firstName: 'Ana', ...inviter });
  return { referrer, rider: await someone({ signupViaReferral: referrer.referralId }) };
}

const trips = new Map<string, string>();
const modulesWith = (run: WithTx) =>
  createReferralsModule({
    ...{ clock, settings, identity, wallet, withTx: run, secret: 'a secret of the tests' },
    findBooking: async (id) => {
      const customer = trips.get(id);
      return customer === undefined ? null : { id, customer };
    },
  });
function told(data: StoredEvent['data'], run: WithTx = withTx): Promise<void> {
  const [subscriber] = modulesWith(run).subscribers ?? [];
  if (!subscriber) throw new Error('nobody listens');
  return subscriber.handle({ name: 'booking.changed', topics: [], position: 1, at: 0, data });
}
/** A trip of the rider becomes PAID; answers its id. */
async function paidTrip(customer: string, run: WithTx = withTx): Promise<string> {
  const id = ids.next();
  trips.set(id, customer);
  await told({ booking_id: id, status: 'PAID', from: 'PENDING' }, run);
  return id;
}
const historyOf = async (uid: string) =>
  (await wallet.history(uid, { limit: 10 })).map(({ kind, amount, tx_ref }) => ({ kind, amount, tx_ref }));
const rewards = async (rider: string): Promise<unknown[]> =>
  (
    await database.pool.query(
      `select data from outbox where name = 'referral.rewarded' and data ->> 'rider' = $1`,
      [rider],
    )
  ).rows.map(({ data }) => data);

describe('the bonus', () => {
  test('goes to both with the first paid trip, and shows its booking', async () => {
    const { referrer, rider } = await invited({ usertype: 'driver' });
    const booking = await paidTrip(rider.uid);
    const entry = { kind: 'referral', amount: 5050, tx_ref: booking };
    expect(await historyOf(rider.uid)).toEqual([entry]);
    expect(await historyOf(referrer.uid)).toEqual([entry]);
    expect(await rewards(rider.uid)).toEqual([{ rider: rider.uid, referrer: referrer.uid, bonus: 5050 }]);
    const { rows } = await database.pool.query(
      `select kind, owner from ledger_account where owner = any($1) order by kind`,
      [[rider.uid, referrer.uid]],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['driver', 'rider']);
  });

  test('is given once: told twice, at once, with other trips, and after another bonus was set', async () => {
    const { referrer, rider } = await invited();
    const first = await paidTrip(rider.uid);
    current.bonus = 900;
    await Promise.all([1, 2, 3, 4].map(() => told({ booking_id: first, status: 'PAID', from: 'PENDING' })));
    await paidTrip(rider.uid);
    for (const { uid } of [rider, referrer]) expect(await wallet.balanceOf(uid)).toBe(minor(5050));
    const other = await invited();
    await Promise.all([1, 2, 3].map(() => paidTrip(other.rider.uid)));
    expect(await wallet.balanceOf(other.rider.uid)).toBe(minor(90_000));
    expect(await rewards(other.rider.uid)).toHaveLength(1);
  });

  test('survives a crash on the way: all of it or nothing, then once', async () => {
    const { referrer, rider } = await invited();
    const booking = ids.next();
    trips.set(booking, rider.uid);
    const crashing: WithTx = (work) =>
      withTx(async (tx) => {
        await work(tx);
        throw new Error('the power went');
      });
    const event = { booking_id: booking, status: 'PAID', from: 'PENDING' };
    await expect(told(event, crashing)).rejects.toThrow('the power went');
    expect([await historyOf(rider.uid), await rewards(rider.uid)]).toEqual([[], []]);
    await told(event);
    await told(event);
    for (const { uid } of [rider, referrer]) expect(await historyOf(uid)).toHaveLength(1);
  });

  test('is not given again to who deletes the account and comes back with the same number', async () => {
    const { referrer, rider } = await invited();
    await paidTrip(rider.uid);
    // What a deletion leaves of the person.
    await database.pool.query(`update users set mobile = '', signup_via_referral = null where uid = $1`, [
      rider.uid,
    ]);
    const again = await someone({ mobile: rider.mobile, signupViaReferral: referrer.referralId });
    await paidTrip(again.uid);
    expect([await historyOf(again.uid), await rewards(again.uid)]).toEqual([[], []]);
    expect(await wallet.balanceOf(referrer.uid)).toBe(minor(5050));
    const { rows } = await database.pool.query('select * from referrals where rider = $1', [rider.uid]);
    expect(JSON.stringify(rows)).not.toContain(rider.mobile.slice(1));
    // People without a number are told apart by their accounts alone.
    for (const one of [1, 2]) {
      const social = await someone({ mobile: '', signupViaReferral: referrer.referralId });
      await paidTrip(social.uid);
      expect([one, await wallet.balanceOf(social.uid)]).toEqual([one, minor(5050)]);
    }
  });

  test('of nothing is nothing, for good: later trips are not the first', async () => {
    const { referrer, rider } = await invited();
    current.bonus = 0;
    await paidTrip(rider.uid);
    current.bonus = 50;
    await paidTrip(rider.uid);
    for (const { uid } of [rider, referrer]) expect(await historyOf(uid)).toEqual([]);
  });

  test('of somebody who is gone or disabled stays with the platform; the rider gets theirs', async () => {
    const { referrer, rider } = await invited();
    await withTx((tx) => identity.reviewUser(tx, referrer.uid, 'disabled', ''));
    await paidTrip(rider.uid);
    expect(await historyOf(referrer.uid)).toEqual([]);
    expect(await wallet.balanceOf(rider.uid)).toBe(minor(5050));
    expect(await rewards(rider.uid)).toEqual([{ rider: rider.uid, referrer: null, bonus: 5050 }]);
  });
});

test('nothing happens for who was not invited, for other changes, and for bookings unknown', async () => {
  const [alone, { rider }] = [await someone(), await invited()];
  await paidTrip(alone.uid);
  const booking = ids.next();
  trips.set(booking, rider.uid);
  await told({ booking_id: booking, status: 'PENDING', from: 'REACHED' });
  await told({ booking_id: booking, status: 'PAID' });
  await told({ booking_id: ids.next(), status: 'PAID', from: 'PENDING' });
  for (const { uid } of [alone, rider]) expect(await historyOf(uid)).toEqual([]);
});
