// Tests the offers of a round on a real database: the number of drivers with an offer, and the limit of open offers for
// each driver.
import { routes } from '@kerb/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { offerRepository } from '../store/offer.repository.ts';
import { type BookingEnvironment, createBookingEnvironment } from '../testing/booking-environment.ts';

let environment: BookingEnvironment;
beforeAll(async () => {
  environment = await createBookingEnvironment();
});
afterAll(() => environment.close());

const uidsOf = (drivers: readonly Actor[]): string[] => drivers.map(({ uid }) => uid);

/** The drivers with an offer, by booking. */
const offerAll = (ids: readonly string[], drivers: readonly Actor[], wanted: number, maxOpen: number) =>
  environment.database.withTx((tx) =>
    environment.booking.offerRounds(
      tx,
      ids.map((booking) => ({ booking, ranked: uidsOf(drivers), wanted })),
      { maxOpen, expiresAt: environment.now() + 30_000 },
    ),
  );
const offer = async (id: string, drivers: readonly Actor[], wanted: number, maxOpen: number) =>
  (await offerAll([id], drivers, wanted, maxOpen)).get(id) ?? [];
const book = async (): Promise<string> => environment.book(await environment.addRider());
const openOf = async (id: string): Promise<string[]> =>
  (await environment.booking.openOffers(id)).map(({ driver }) => driver);

it('makes offers to the first drivers of the ranking, and skips those with enough open offers', async () => {
  const drivers = await environment.addDrivers(4);
  const [first, second, third] = drivers;
  if (!first || !second || !third) throw new Error('four drivers');
  expect(await offer(await book(), [first], 1, 1)).toEqual([first.uid]);
  const id = await book();
  expect((await offer(id, drivers, 2, 1)).toSorted()).toEqual(uidsOf([second, third]).toSorted());
  // An existing offer of the same booking is renewed.
  expect(await offer(id, [second], 1, 1)).toEqual([second.uid]);
});

it('stores the fleet of each driver when the offer was made', async () => {
  const fleet = await environment.addFleetAdmin();
  const inFleet = await environment.addDriver(fleet.uid);
  const alone = await environment.addDriver();
  const admin = await environment.addAdmin();
  const { pool, queries } = environment.database;
  const round = await book();
  const byHand = await book();
  await offer(round, [inFleet, alone], 2, 9);
  const times = { now: environment.now(), expiresAt: environment.now() + 30_000, by: admin.uid };
  await offerRepository(queries).offerByHand(byHand, inFleet.uid, times);
  const fleetOf = async (booking: string, { uid }: Actor) => {
    const { rows } = await pool.query(
      'select fleetadmin from booking_requests where booking = $1 and driver = $2',
      [booking, uid],
    );
    return rows[0]?.fleetadmin;
  };
  expect(await fleetOf(round, alone)).toBeNull();
  await pool.query('update drivers set fleetadmin = null where uid = $1', [inFleet.uid]);
  expect([await fleetOf(round, inFleet), await fleetOf(byHand, inFleet)]).toEqual([fleet.uid, fleet.uid]);
  // A renewed offer is one to the driver as they are now.
  await offer(round, [inFleet], 1, 9);
  await offerRepository(queries).offerByHand(byHand, inFleet.uid, times);
  expect([await fleetOf(round, inFleet), await fleetOf(byHand, inFleet)]).toEqual([null, null]);
});

it('does not count expired offers and offers by an admin', async () => {
  const [driver] = await environment.addDrivers(1);
  if (!driver) throw new Error('a driver');
  await offer(await book(), [driver], 1, 1);
  const id = await book();
  expect(await offer(id, [driver], 1, 1)).toEqual([]);
  environment.pass(30_001);
  expect(await offer(id, [driver], 1, 1)).toEqual([driver.uid]);
  await environment.database.pool.query('update booking_requests set by_hand = true where booking = $1', [
    id,
  ]);
  expect(await offer(await book(), [driver], 1, 1)).toEqual([driver.uid]);
});

it('exceeds the limit of no driver when forty bookings are offered concurrently', async () => {
  const drivers = await environment.addDrivers(10);
  const ids: string[] = [];
  for (let nth = 0; nth < 40; nth += 1) ids.push(await book());
  const asked = await Promise.all(
    ids.map((id, nth) => offer(id, nth % 2 === 0 ? drivers : drivers.toReversed(), 3, 3)),
  );
  const counts = new Map<string, number>();
  for (const driver of asked.flat()) counts.set(driver, (counts.get(driver) ?? 0) + 1);
  // Every driver has the maximum of three offers: thirty offers, and every booking that could get one has one.
  expect([...counts.values()]).toEqual(drivers.map(() => 3));
  expect(Math.max(...asked.map((one) => one.length))).toBeLessThanOrEqual(3);
}, 60_000);

it('counts the offers of earlier bookings in the same call', async () => {
  const drivers = await environment.addDrivers(3);
  const [first, second, third] = uidsOf(drivers);
  const ids = [await book(), await book(), await book()];
  const one = await offerAll(ids, drivers, 1, 1);
  expect(ids.map((id) => one.get(id))).toEqual([[first], [second], [third]]);
  environment.pass(30_001);
  const two = await offerAll(ids, drivers, 2, 1);
  expect(ids.map((id) => two.get(id)?.toSorted())).toEqual([[first, second].toSorted(), [third], []]);
});

it('makes no offer of a booking that is no longer NEW, and makes those of the other bookings', async () => {
  const [driver] = await environment.addDrivers(1);
  if (!driver) throw new Error('a driver');
  const taken = await environment.trip('ACCEPTED');
  const id = await book();
  expect(await offerAll([taken.id, id], [driver], 1, 1)).toEqual(new Map([[id, [driver.uid]]]));
});

it('closes and returns the other offers of a driver who accepted, except those by an admin', async () => {
  const drivers = await environment.addDrivers(2);
  const [driver, other] = drivers;
  if (!driver || !other) throw new Error('two drivers');
  const taken = await book();
  const left = await book();
  const byHand = await book();
  for (const id of [taken, left, byHand]) await environment.ask(id, drivers);
  await environment.database.pool.query('update booking_requests set by_hand = true where booking = $1', [
    byHand,
  ]);
  expect(await environment.booking.closeOtherOffers(taken)).toEqual([]);
  expect((await environment.call(driver, routes.acceptBooking, taken)).status).toBe(200);
  expect(await environment.booking.closeOtherOffers(taken)).toEqual([left]);
  expect(await openOf(left)).toEqual([other.uid]);
  expect((await openOf(byHand)).toSorted()).toEqual(uidsOf(drivers).toSorted());
});

it('lists the NEW and due bookings without an open offer for a batch, by dispatch or an admin', async () => {
  const [driver] = await environment.addDrivers(1);
  if (!driver) throw new Error('a driver');
  const id = await book();
  const listed = async () => {
    const found = await environment.booking.withoutOffer(environment.now(), {
      limit: 1_000,
      byHandMs: 30_000,
    });
    return found.includes(id);
  };
  expect(await listed()).toBe(true);
  await offer(id, [driver], 1, 9);
  expect(await listed()).toBe(false);
  // An admin's offer may be open for a day, but holds up the search as long as any other.
  await environment.database.pool.query(
    'update booking_requests set by_hand = true, expires_at = requested_at + 86400000 where booking = $1',
    [id],
  );
  expect(await listed()).toBe(false);
  environment.pass(30_001);
  expect(await listed()).toBe(true);
  await environment.database.pool.query('update bookings set dispatch_at = $2 where id = $1', [
    id,
    environment.now() + 1,
  ]);
  expect(await listed()).toBe(false);
});

it('returns when the last trip of each driver ended, and which drivers declined each booking', async () => {
  const { id, driver } = await environment.trip('REACHED');
  const ended = (await environment.record(id)).trip_end_time;
  const other = await environment.trip('NEW');
  await environment.call(other.driver, routes.declineBooking, other.id);
  const ends = await environment.booking.lastTripEnds([driver.uid, other.driver.uid]);
  expect(ends).toEqual(new Map([[driver.uid, ended]]));
  expect(await environment.booking.declinedByEach([id, other.id])).toEqual(
    new Map([[other.id, new Set([other.driver.uid])]]),
  );
});

it('skips a driver who started a trip after the round was planned, unless it is a follow-on offer', async () => {
  const { id: trip, driver } = await environment.trip('STARTED');
  const [other] = await environment.addDrivers(1);
  if (!other) throw new Error('a driver');
  expect(await offer(await book(), [driver, other], 2, 3)).toEqual([other.uid]);
  const followOns = new Map([[driver.uid, { follows: trip, pickup_at: environment.now() + 60_000 }]]);
  const id = await book();
  const made = await environment.database.withTx((tx) =>
    environment.booking.offerRounds(tx, [{ booking: id, ranked: [driver.uid], wanted: 1, followOns }], {
      maxOpen: 3,
      expiresAt: environment.now() + 30_000,
    }),
  );
  expect(made.get(id)).toEqual([driver.uid]);
});
