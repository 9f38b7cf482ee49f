// An invitation from the first request to both wallets: real bookings, the events they told, one bonus.
import { routes } from '@kerb/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Actor, StoredEvent } from '../../../kit/index.ts';
import { createReferralsModule } from '../../referrals/index.ts';
import { createBookingWorld, PARQUE } from '../testing/booking-world.ts';

const world = await createBookingWorld({ bonus: 50.5 });
afterAll(() => world.close());
const referrals = createReferralsModule({
  withTx: world.withTx,
  clock: { now: world.now },
  secret: 'of the test',
  settings: { get: async () => ({ bonus: 50.5, decimal: 2 }) },
  identity: world.identity,
  wallet: world.wallet,
  findBooking: (id) => world.booking.find(id),
});

let heard = 0;
beforeEach(async () => {
  const { rows } = await world.database.pool.query('select coalesce(max(id), 0) as last from outbox');
  heard = rows[0].last;
});
/** Every event told in this test, as the relay would bring it. */
async function tell(): Promise<void> {
  const [subscriber] = referrals.subscribers ?? [];
  if (!subscriber) throw new Error('nobody listens');
  const { rows } = await world.database.pool.query('select * from outbox where id > $1 order by id', [heard]);
  await Promise.all(
    rows
      .filter(({ name }) => subscriber.events.includes(name))
      .map(({ id, name, topics, data }) =>
        subscriber.handle({ name, topics, data, position: id, at: 0 } satisfies StoredEvent),
      ),
  );
}

async function invited(): Promise<{ referrer: Actor; rider: Actor }> {
  const [referrer, rider] = [await world.addRider(), await world.addRider()];
  const code = (await world.identity.userOf(referrer.uid))?.referralId ?? '';
  await world.withTx((tx) => world.identity.changeUser(tx, rider.uid, { signupViaReferral: code }));
  return { referrer, rider };
}

/** The rider is driven until the last of these is done. */
async function ride(rider: Actor, last: 'accept' | 'reach' | 'collect'): Promise<string> {
  const driver = await world.addDriver();
  const id = await world.book(rider);
  await world.ask(id, [driver]);
  const steps = [
    ['accept', routes.acceptBooking],
    ['arrive', routes.arriveBooking],
    ['start', routes.startBooking],
    ['reach', routes.reachBooking],
    ['collect', routes.collectBooking],
  ] as const;
  for (const [step, route] of steps) {
    if (step === 'reach') {
      world.pass(600_000);
      world.stand(driver.uid, PARQUE);
    }
    expect((await world.call(driver, route, id)).status).toBe(200);
    if (step === last) break;
  }
  return id;
}

const historyOf = async ({ uid }: Actor) =>
  (await world.wallet.history(uid, { limit: 10 })).map(({ kind, amount, tx_ref }) => ({
    kind,
    amount,
    tx_ref,
  }));
const sumOfLedger = async () =>
  (await world.database.pool.query('select coalesce(sum(amount), 0)::text as sum from ledger_entry')).rows;
const hasRidden = ({ uid }: Actor) => world.withTx((tx) => world.booking.hasPaidTrip(tx, uid));

test('the first trip that is paid brings both their bonus, and the ledger stays even', async () => {
  const { referrer, rider } = await invited();
  expect(await hasRidden(rider)).toBe(false);
  const id = await ride(rider, 'collect');
  await tell();
  const bonus = { kind: 'referral', amount: 5050, tx_ref: id };
  expect([await historyOf(rider), await historyOf(referrer)]).toEqual([[bonus], [bonus]]);
  expect(await hasRidden(rider)).toBe(true);
  expect(await sumOfLedger()).toEqual([{ sum: '0' }]);
});

test('of two trips whose payments are heard at once, and twice, one is the first', async () => {
  const { referrer, rider } = await invited();
  const trips = [await ride(rider, 'collect'), await ride(rider, 'collect')];
  await Promise.all([tell(), tell()]);
  for (const person of [rider, referrer]) {
    const [entry, ...more] = await historyOf(person);
    expect([entry?.kind, entry?.amount, more]).toEqual(['referral', 5050, []]);
    expect(trips).toContain(entry?.tx_ref);
  }
  expect(await sumOfLedger()).toEqual([{ sum: '0' }]);
});

test('a trip that was cancelled, or is not paid yet, brings nothing; the paid one after it does', async () => {
  const { referrer, rider } = await invited();
  const cancelled = await ride(rider, 'accept');
  await world.call(rider, routes.cancelBooking, cancelled, { reason: 'changed my mind' });
  expect((await world.record(cancelled)).status).toBe('CANCELLED');
  await ride(rider, 'reach');
  await tell();
  expect([await historyOf(rider), await historyOf(referrer)]).toEqual([[], []]);
  expect(await hasRidden(rider)).toBe(false);
  const paid = await ride(rider, 'collect');
  await tell();
  expect((await historyOf(referrer)).map(({ tx_ref }) => tx_ref)).toEqual([paid]);
  expect(await sumOfLedger()).toEqual([{ sum: '0' }]);
});
