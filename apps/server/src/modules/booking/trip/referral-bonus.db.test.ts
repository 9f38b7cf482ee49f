// Tests a referral from the first request to the credit of both wallets: real bookings, their published events, one
// bonus.
import { routes } from '@kerb/contract';
import { MS_PER_DAY } from '@kerb/domain/kernel';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Actor, StoredEvent } from '../../../kit/index.ts';
import { createReferralsModule } from '../../referrals/index.ts';
import { createBookingEnvironment, PARQUE } from '../testing/booking-environment.ts';

const environment = await createBookingEnvironment({ bonus: 50.5, autoDispatch: false });
afterAll(() => environment.close());
/** Time in ms by which the clock of referrals is ahead of the bookings' clock; the drivers' positions do not expire. */
let waited = 0;
const referrals = createReferralsModule({
  withTx: environment.withTx,
  clock: { now: () => environment.now() + waited },
  secret: 'of the test',
  db: environment.database.queries,
  settings: {
    get: async () => ({ bonus: 50.5, decimal: 2, referralsPerMonth: 10, timezone: 'America/Montevideo' }),
  },
  identity: environment.identity,
  wallet: environment.wallet,
  trips: environment.booking,
});

let lastDelivered = 0;
beforeEach(async () => {
  waited = 0;
  const { rows } = await environment.database.pool.query(
    'select coalesce(max(id), 0) as last from outbox_events',
  );
  lastDelivered = rows[0].last;
});
/** Delivers every event published in this test, as the relay does. */
async function deliverEvents(): Promise<void> {
  const [subscriber] = referrals.subscribers ?? [];
  if (!subscriber) throw new Error('no subscriber');
  const { rows } = await environment.database.pool.query(
    'select * from outbox_events where id > $1 order by id',
    [lastDelivered],
  );
  await Promise.all(
    rows
      .filter(({ name }) => subscriber.events.includes(name))
      .map(({ id, name, topics, data }) =>
        subscriber.handle({ name, topics, data, id, position: id, at: 0 } satisfies StoredEvent),
      ),
  );
}

/** Runs the rider's payout job one day later, as the worker does. */
async function payOut({ uid }: Actor): Promise<void> {
  waited += MS_PER_DAY;
  await referrals.jobs?.['referrals.pay-out']?.({ rider: uid });
}

async function invited(): Promise<{ referrer: Actor; rider: Actor }> {
  const referrer = await environment.addRider();
  const rider = await environment.addRider();
  const code = (await environment.identity.userOf(referrer.uid))?.referralId ?? '';
  await environment.withTx((tx) =>
    environment.identity.changeUser(tx, rider.uid, { signupViaReferral: code }),
  );
  return { referrer, rider };
}

/** Takes a booking of the rider through the steps until the last one. */
async function ride(
  rider: Actor,
  last: 'accept' | 'reach' | 'collect',
  { seconds = 600, byHand = false } = {},
): Promise<string> {
  const driver = await environment.addDriver();
  const id = await environment.book(rider);
  if (byHand) {
    const admin = await environment.addAdmin();
    const assigned = await environment.call(admin, routes.assignBooking, id, { driver: driver.uid });
    expect(assigned.status).toBe(200);
  }
  if (!byHand) await environment.ask(id, [driver]);
  const steps = [
    ['accept', routes.acceptBooking],
    ['arrive', routes.arriveBooking],
    ['start', routes.startBooking],
    ['reach', routes.reachBooking],
    ['collect', routes.collectBooking],
  ] as const;
  for (const [step, route] of steps) {
    if (step === 'reach') {
      environment.pass(seconds * 1000);
      environment.stand(driver.uid, PARQUE);
    }
    expect((await environment.call(driver, route, id)).status).toBe(200);
    if (step === last) break;
  }
  return id;
}

const historyOf = async ({ uid }: Actor) =>
  (await environment.wallet.history(uid, { limit: 10 })).map(({ kind, amount, tx_ref }) => ({
    kind,
    amount,
    tx_ref,
  }));
const sumOfLedger = async () =>
  (await environment.database.pool.query('select coalesce(sum(amount), 0)::text as sum from ledger_entries'))
    .rows;
const hasRidden = ({ uid }: Actor) => environment.withTx((tx) => environment.booking.hasPaidTrip(tx, uid));

test('the first paid trip credits the bonus to both users, and the ledger stays balanced', async () => {
  const { referrer, rider } = await invited();
  expect(await hasRidden(rider)).toBe(false);
  const id = await ride(rider, 'collect');
  await deliverEvents();
  expect(await historyOf(rider)).toEqual([]);
  await payOut(rider);
  const bonus = { kind: 'referral', amount: 5050, tx_ref: id };
  expect([await historyOf(rider), await historyOf(referrer)]).toEqual([[bonus], [bonus]]);
  expect(await hasRidden(rider)).toBe(true);
  expect(await sumOfLedger()).toEqual([{ sum: '0' }]);
});

test('two trips whose payments are delivered concurrently and twice credit one bonus', async () => {
  const { referrer, rider } = await invited();
  const trips = [await ride(rider, 'collect'), await ride(rider, 'collect')];
  await Promise.all([deliverEvents(), deliverEvents()]);
  await Promise.all([payOut(rider), payOut(rider)]);
  for (const person of [rider, referrer]) {
    const [entry, ...more] = await historyOf(person);
    expect([entry?.kind, entry?.amount, more]).toEqual(['referral', 5050, []]);
    expect(trips).toContain(entry?.tx_ref);
  }
  expect(await sumOfLedger()).toEqual([{ sum: '0' }]);
});

test('a second payment of the trip that was sent back does not withhold the bonus, a refund of the trip does', async () => {
  const addRefund = (booking: string, grantedBy: string | null) =>
    environment.database.pool.query(
      `insert into booking_refunds (id, booking, at, amount, to_wallet, to_card, payment, status, reason, granted_by)
       values (gen_random_uuid(), $1, $2, 100, 0, 100, gen_random_uuid(), 'done', 'Test', $3)`,
      [booking, environment.now(), grantedBy],
    );
  const paidTwice = await invited();
  const refunded = await invited();
  await addRefund(await ride(paidTwice.rider, 'collect'), null);
  await addRefund(await ride(refunded.rider, 'collect'), (await environment.addAdmin()).uid);
  await deliverEvents();
  for (const { rider } of [paidTwice, refunded]) await payOut(rider);
  expect((await historyOf(paidTwice.rider)).map(({ kind }) => kind)).toEqual(['referral']);
  expect(await historyOf(refunded.rider)).toEqual([]);
});

test('a cancelled or unpaid trip credits no bonus, the next paid one does', async () => {
  const { referrer, rider } = await invited();
  const cancelled = await ride(rider, 'accept');
  await environment.call(rider, routes.cancelBooking, cancelled, { reason: 'changed my mind' });
  expect((await environment.record(cancelled)).status).toBe('CANCELLED');
  await ride(rider, 'reach');
  await deliverEvents();
  await payOut(rider);
  expect([await historyOf(rider), await historyOf(referrer)]).toEqual([[], []]);
  expect(await hasRidden(rider)).toBe(false);
  const paid = await ride(rider, 'collect');
  await deliverEvents();
  await payOut(rider);
  expect((await historyOf(referrer)).map(({ tx_ref }) => tx_ref)).toEqual([paid]);
  expect(await sumOfLedger()).toEqual([{ sum: '0' }]);
});

test('a trip of a few seconds, or one assigned by an admin, credits no bonus', async () => {
  for (const fake of [{ seconds: 0.391 }, { byHand: true }]) {
    const { referrer, rider } = await invited();
    await ride(rider, 'collect', fake);
    await deliverEvents();
    await payOut(rider);
    expect([await historyOf(rider), await historyOf(referrer)]).toEqual([[], []]);
  }
});

test('a trip that is refunded within the day credits no bonus', async () => {
  const { referrer, rider } = await invited();
  const id = await ride(rider, 'collect');
  await deliverEvents();
  const refund = { amount: 1, reason: 'The trip was not made' };
  expect(
    (await environment.call(await environment.addAdmin(), routes.refundBooking, id, refund)).status,
  ).toBe(200);
  await payOut(rider);
  expect([await historyOf(referrer), (await historyOf(rider)).map(({ kind }) => kind)]).toEqual([
    [],
    ['booking_refund'],
  ]);
});
