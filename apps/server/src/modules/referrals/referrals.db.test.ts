// Tests of the referral bonus: for a real trip, a day later, to both users, and once even with retries, races and
// crashes.
import { minor, ZERO } from '@kerb/domain/kernel';
import { settings as settingsSchema } from '@kerb/domain/settings';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { uuidV7 } from '../../adapters/clock/system-clock.ts';
import type { Actor, StoredEvent, WithTx } from '../../kit/index.ts';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { createIdentityModule, type UserInput } from '../identity/index.ts';
import { shippedLanguagesApi } from '../languages/testing/shipped-languages.ts';
import { createWalletModule } from '../wallet/index.ts';
import { createReferralsModule, type PaidTrip } from './index.ts';
import { createListReferrals, createPresentReferrals } from './list-referrals.ts';
import { createReverseBonus } from './reverse-bonus.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const { queries: db, withTx } = database;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const clock = { time: 0, now: () => clock.time };
const ids = uuidV7;
const current = settingsSchema.parse({ bonus: 50.5 });
beforeEach(() => {
  Object.assign(current, { bonus: 50.5, referralsPerMonth: 10 });
  clock.time = Date.UTC(2026, 5, 1, 12);
});
const settings = {
  get: async () => current,
  publicSettings: async () => Promise.reject(new Error('not asked')),
  edit: async () => current,
  addDefaultCancelReasons: async () => undefined,
  markSeed: async () => true,
};
const identity = createIdentityModule({
  db,
  withTx,
  clock,
  ids,
  settings,
  sms: { kind: 'inbox', send: async () => undefined },
  secret: 'a secret of the tests',
  languages: shippedLanguagesApi,
  signInCheck: async () => true,
  isUnthrottled: () => true,
  wallet: { balanceOf: async () => ZERO },
  drivers: { driverPartOf: async () => null, updateVehicle: async () => undefined },
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

const trips = new Map<string, PaidTrip>();
const modulesWith = (run: WithTx) =>
  createReferralsModule({
    db,
    clock,
    settings,
    identity,
    wallet,
    withTx: run,
    secret: 'a secret of the tests',
    trips: { paidTripOf: async (id) => trips.get(id) ?? null },
  });
function publish(data: StoredEvent['data'], run: WithTx = withTx): Promise<void> {
  const [subscriber] = modulesWith(run).subscribers ?? [];
  if (!subscriber) throw new Error('no subscriber');
  return subscriber.handle({ name: 'booking.changed', topics: [], id: 1, position: 1, at: 0, data });
}
const driver = ids.next();
/** Marks a trip of the rider as paid; returns its id. */
async function paidTrip(customer: string, trip: Partial<PaidTrip> = {}): Promise<string> {
  const id = ids.next();
  trips.set(id, {
    id,
    customer,
    driver,
    distanceKm: 4.2,
    seconds: 600,
    byHand: false,
    isUnderReview: false,
    ...trip,
  });
  await publish({ booking_id: id, status: 'PAID', from: 'PENDING' });
  return id;
}
/** Runs the job as the worker would, after the day is over. */
async function payOut(rider: { uid: string }, run: WithTx = withTx): Promise<void> {
  await modulesWith(run).jobs?.['referrals.pay-out']?.({ rider: rider.uid });
}
async function paidOut(rider: { uid: string }): Promise<void> {
  clock.time += DAY;
  await payOut(rider);
}
const jobsOf = async (rider: { uid: string }) =>
  (
    await database.pool.query('select run_at from graphile_worker.jobs where key = $1', [
      `referral:${rider.uid}`,
    ])
  ).rows.map(({ run_at: runAt }) => new Date(runAt).getTime());
const statusOf = async (rider: { uid: string }): Promise<unknown> =>
  (await database.pool.query('select status from referrals where rider = $1', [rider.uid])).rows[0]?.status;
/** Resolves when this many transactions wait for a lock. */
async function untilBlocked(count: number): Promise<void> {
  const isBlocked = async () => {
    const { rows } = await database.pool.query(
      'select count(distinct pid)::int as waiting from pg_locks where not granted',
    );
    return rows[0]?.waiting >= count;
  };
  await vi.waitFor(async () => expect(await isBlocked()).toBe(true), { timeout: 10_000, interval: 20 });
}
function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('It is not there');
  return value;
}
const historyOf = async (uid: string) =>
  (await wallet.history(uid, { limit: 10 })).map(({ kind, amount, tx_ref }) => ({ kind, amount, tx_ref }));
const rewards = async (rider: string): Promise<unknown[]> =>
  (
    await database.pool.query(
      `select data from outbox_events where name = 'referral.rewarded' and data ->> 'rider' = $1`,
      [rider],
    )
  ).rows.map(({ data }) => data);

describe('the referral bonus', () => {
  test('is paid to both users a day after the first real trip, and shows its booking', async () => {
    const { referrer, rider } = await invited({ usertype: 'driver' });
    const booking = await paidTrip(rider.uid);
    expect(await jobsOf(rider)).toEqual([clock.time + DAY]);
    clock.time += DAY - 1;
    await payOut(rider);
    expect([await historyOf(rider.uid), await statusOf(rider)]).toEqual([[], 'held']);
    expect(await jobsOf(rider)).toEqual([clock.time + 1]);
    clock.time += 1;
    await payOut(rider);
    const entry = { kind: 'referral', amount: 5050, tx_ref: booking };
    expect(await historyOf(rider.uid)).toEqual([entry]);
    expect(await historyOf(referrer.uid)).toEqual([entry]);
    expect(await rewards(rider.uid)).toEqual([{ rider: rider.uid, referrer: referrer.uid, bonus: 5050 }]);
    const { rows } = await database.pool.query(
      `select kind, owner from ledger_accounts where owner = any($1) order by kind`,
      [[rider.uid, referrer.uid]],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['driver', 'rider']);
  });

  test('is not paid for a trip of 391 ms and 0 km, but for the real one after it', async () => {
    const { referrer, rider } = await invited();
    await paidTrip(rider.uid, { distanceKm: 0, seconds: 0 });
    await paidTrip(rider.uid, { byHand: true });
    await paidTrip(rider.uid, { driver: referrer.uid });
    expect(await statusOf(rider)).toBeUndefined();
    await paidOut(rider);
    expect(await historyOf(rider.uid)).toEqual([]);
    const real = await paidTrip(rider.uid, { distanceKm: 1, seconds: 180 });
    await paidOut(rider);
    expect((await historyOf(referrer.uid)).map(({ tx_ref }) => tx_ref)).toEqual([real]);
  });

  test('is paid once: with repeated and concurrent events, other trips, and a changed setting', async () => {
    const { referrer, rider } = await invited();
    const first = await paidTrip(rider.uid);
    current.bonus = 900;
    await Promise.all(
      [1, 2, 3, 4].map(() => publish({ booking_id: first, status: 'PAID', from: 'PENDING' })),
    );
    await paidTrip(rider.uid);
    clock.time += DAY;
    await Promise.all([1, 2, 3, 4].map(() => payOut(rider)));
    for (const { uid } of [rider, referrer]) expect(await wallet.balanceOf(uid)).toBe(minor(5050));
    const other = await invited();
    await Promise.all([1, 2, 3].map(() => paidTrip(other.rider.uid)));
    await paidOut(other.rider);
    expect(await wallet.balanceOf(other.rider.uid)).toBe(minor(90_000));
    expect(await rewards(other.rider.uid)).toHaveLength(1);
  });

  test('is paid completely or not at all after a crash, and then once', async () => {
    const { referrer, rider } = await invited();
    const crashing: WithTx = (work) =>
      withTx(async (tx) => {
        await work(tx);
        throw new Error('the power went');
      });
    const booking = await paidTrip((await invited()).rider.uid);
    trips.set(booking, { ...found(trips.get(booking)), customer: rider.uid });
    const event = { booking_id: booking, status: 'PAID', from: 'PENDING' };
    await expect(publish(event, crashing)).rejects.toThrow('the power went');
    expect([await statusOf(rider), await jobsOf(rider)]).toEqual([undefined, []]);
    await publish(event);
    clock.time += DAY;
    await expect(payOut(rider, crashing)).rejects.toThrow('the power went');
    expect([await historyOf(rider.uid), await rewards(rider.uid)]).toEqual([[], []]);
    await payOut(rider);
    await payOut(rider);
    for (const { uid } of [rider, referrer]) expect(await historyOf(uid)).toHaveLength(1);
  });

  test('is not paid to a rider or referrer whose account is being deleted', async () => {
    const both = await invited();
    const gone = await invited();
    for (const { rider } of [both, gone]) await paidTrip(rider.uid);
    clock.time += DAY;
    const deletion = await database.pool.connect();
    const paying: Promise<void>[] = [];
    try {
      await deletion.query('begin');
      await deletion.query('update users set deleted_at = 1 where uid = any($1::uuid[])', [
        [both.referrer.uid, gone.rider.uid],
      ]);
      paying.push(payOut(both.rider), payOut(gone.rider));
      await untilBlocked(2);
    } finally {
      await deletion.query('commit');
      deletion.release();
      await Promise.all(paying);
    }
    expect([await statusOf(both.rider), await statusOf(gone.rider)]).toEqual(['paid', 'withheld']);
    const amounts = [both.rider, both.referrer, gone.rider, gone.referrer].map(({ uid }) => historyOf(uid));
    expect((await Promise.all(amounts)).map((entries) => entries.length)).toEqual([1, 0, 0, 0]);
  });

  test('is withheld when the trip was refunded or the rider disabled before the payment', async () => {
    const refunded = await invited();
    const disabled = await invited();
    trips.delete(await paidTrip(refunded.rider.uid));
    await paidTrip(disabled.rider.uid);
    await withTx((tx) => identity.reviewUser(tx, disabled.rider.uid, 'disabled', ''));
    clock.time += DAY;
    for (const { referrer, rider } of [refunded, disabled]) {
      await payOut(rider);
      expect([await statusOf(rider), await historyOf(rider.uid), await historyOf(referrer.uid)]).toEqual([
        'withheld',
        [],
        [],
      ]);
    }
  });

  test('waits for the decision about a reviewed fare', async () => {
    const { rider } = await invited();
    const booking = await paidTrip(rider.uid, { isUnderReview: true });
    await paidOut(rider);
    expect([await statusOf(rider), await historyOf(rider.uid)]).toEqual(['held', []]);
    expect(await jobsOf(rider)).toEqual([clock.time + DAY]);
    trips.set(booking, { ...found(trips.get(booking)), isUnderReview: false });
    await paidOut(rider);
    expect(await statusOf(rider)).toBe('paid');
  });

  test('is limited per month for a referrer, also with concurrent payments; the riders get theirs', async () => {
    current.referralsPerMonth = 2;
    const referrer = await someone();
    const riders = [];
    for (const _ of [1, 2, 3, 4]) riders.push(await someone({ signupViaReferral: referrer.referralId }));
    for (const rider of riders) await paidTrip(rider.uid);
    clock.time += DAY;
    await Promise.all(riders.map((rider) => payOut(rider)));
    expect(await historyOf(referrer.uid)).toHaveLength(2);
    for (const rider of riders) expect(await historyOf(rider.uid)).toHaveLength(1);
    clock.time = Date.UTC(2026, 6, 1, 12);
    const later = await someone({ signupViaReferral: referrer.referralId });
    await paidTrip(later.uid);
    await paidOut(later);
    expect(await historyOf(referrer.uid)).toHaveLength(3);
  });

  test('is not paid again to a rider who deletes the account and signs up with the same number', async () => {
    const { referrer, rider } = await invited();
    await paidTrip(rider.uid);
    await paidOut(rider);
    // The state of the row after the account was deleted.
    await database.pool.query(`update users set mobile = '', signup_via_referral = null where uid = $1`, [
      rider.uid,
    ]);
    const again = await someone({ mobile: rider.mobile, signupViaReferral: referrer.referralId });
    await paidTrip(again.uid);
    await paidOut(again);
    expect([await historyOf(again.uid), await rewards(again.uid)]).toEqual([[], []]);
    expect(await wallet.balanceOf(referrer.uid)).toBe(minor(5050));
    const { rows } = await database.pool.query('select * from referrals where rider = $1', [rider.uid]);
    expect(JSON.stringify(rows)).not.toContain(rider.mobile.slice(1));
    // Users without a number are distinguished by their accounts only.
    for (const one of [1, 2]) {
      const social = await someone({ mobile: '', signupViaReferral: referrer.referralId });
      await paidTrip(social.uid);
      await paidOut(social);
      expect([one, await wallet.balanceOf(social.uid)]).toEqual([one, minor(5050)]);
    }
  });

  test('of zero is final: later trips do not count as the first', async () => {
    const { referrer, rider } = await invited();
    current.bonus = 0;
    await paidTrip(rider.uid);
    current.bonus = 50;
    await paidTrip(rider.uid);
    await paidOut(rider);
    for (const { uid } of [rider, referrer]) expect(await historyOf(uid)).toEqual([]);
  });

  test('of a deleted or disabled referrer remains with the platform; the rider gets theirs', async () => {
    const { referrer, rider } = await invited();
    await withTx((tx) => identity.reviewUser(tx, referrer.uid, 'disabled', ''));
    await paidTrip(rider.uid);
    await paidOut(rider);
    expect(await historyOf(referrer.uid)).toEqual([]);
    expect(await wallet.balanceOf(rider.uid)).toBe(minor(5050));
    expect(await rewards(rider.uid)).toEqual([{ rider: rider.uid, referrer: null, bonus: 5050 }]);
  });
});

test('is not paid for riders without a referrer, other status changes, and unknown bookings', async () => {
  const alone = await someone();
  const { rider } = await invited();
  await paidTrip(alone.uid);
  const booking = ids.next();
  trips.set(booking, {
    id: booking,
    customer: rider.uid,
    driver,
    distanceKm: 4,
    seconds: 600,
    byHand: false,
    isUnderReview: false,
  });
  await publish({ booking_id: booking, status: 'PENDING', from: 'REACHED' });
  await publish({ booking_id: booking, status: 'PAID' });
  await publish({ booking_id: ids.next(), status: 'PAID', from: 'PENDING' });
  clock.time += DAY;
  for (const person of [alone, rider]) {
    await payOut(person);
    expect([await historyOf(person.uid), await statusOf(person)]).toEqual([[], undefined]);
  }
});

describe('taken back by an admin', () => {
  const admin = async (): Promise<Actor> => {
    const { uid } = await someone({ usertype: 'admin' });
    return { uid, usertype: 'admin', sessionId: ids.next() };
  };
  const present = createPresentReferrals({ settings, identity });
  const reverse = createReverseBonus({
    withTx,
    clock,
    settings,
    identity,
    wallet,
    async present(referral) {
      const [view] = await present([referral]);
      if (view === undefined) throw new Error('It is not presented');
      return view;
    },
  });
  const list = createListReferrals({ db, settings, identity });
  const ledgerSum = async () =>
    (await database.pool.query('select sum(amount)::text as sum from ledger_entries')).rows[0].sum;

  test('debits both wallets once, also below zero, with an entry and an audit record of each', async () => {
    const by = await admin();
    const { referrer, rider } = await invited({ usertype: 'driver' });
    const booking = await paidTrip(rider.uid);
    await paidOut(rider);
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => reverse(by, rider.uid, 'Two phones, one person')),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(reverse(by, rider.uid, 'again')).rejects.toMatchObject({ code: 'already_processed' });
    for (const { uid } of [rider, referrer]) {
      expect(await historyOf(uid)).toEqual([
        { kind: 'referral_reversal', amount: 5050, tx_ref: booking },
        { kind: 'referral', amount: 5050, tx_ref: booking },
      ]);
      expect(await identity.auditOf(uid, { limit: 5 })).toMatchObject([
        {
          action: 'wallet',
          before: { walletBalance: 50.5 },
          after: { walletBalance: 0, amount: -50.5, reason: 'Two phones, one person' },
        },
      ]);
    }
    expect(await ledgerSum()).toBe('0');
    const { items } = await list(by, referrer.uid, { limit: 10 });
    expect(items).toMatchObject([
      {
        rider: { id: rider.uid },
        referrer: { id: referrer.uid, name: 'Ana' },
        status: 'reversed',
        bonus: 50.5,
        reason: 'Two phones, one person',
      },
    ]);
  });

  test('is never paid if it was still held; a withheld or missing bonus cannot be reversed', async () => {
    const by = await admin();
    const { rider } = await invited();
    await paidTrip(rider.uid);
    expect(await reverse(by, rider.uid, 'Not a real trip')).toMatchObject({
      status: 'reversed',
      paidAt: null,
    });
    expect(await jobsOf(rider)).toEqual([]);
    await paidOut(rider);
    expect(await historyOf(rider.uid)).toEqual([]);
    current.bonus = 0;
    const none = await invited();
    await paidTrip(none.rider.uid);
    await expect(reverse(by, none.rider.uid, 'x')).rejects.toMatchObject({ code: 'already_processed' });
    await expect(reverse(by, ids.next(), 'x')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('requires an admin, and only admins see the list, page by page', async () => {
    const by = await admin();
    const referrer = await someone();
    for (const _ of [1, 2, 3])
      await paidTrip((await someone({ signupViaReferral: referrer.referralId })).uid);
    for (const usertype of ['rider', 'driver', 'fleetadmin'] as const) {
      const actor = { ...by, usertype };
      await expect(reverse(actor, referrer.uid, 'x')).rejects.toMatchObject({ code: 'forbidden' });
      await expect(list(actor, referrer.uid, { limit: 1 })).rejects.toMatchObject({ code: 'forbidden' });
    }
    const seen: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await list(by, referrer.uid, { limit: 2, cursor });
      seen.push(...page.items.map(({ rider }) => rider.id));
      cursor = page.nextCursor;
    }
    expect(new Set(seen).size).toBe(3);
    for (const foreign of ['x', `1_${'0'.repeat(36)}`, '99999999999999999999_x'])
      await expect(list(by, referrer.uid, { limit: 2, cursor: foreign })).rejects.toMatchObject({
        code: 'invalid_input',
      });
  });
});
