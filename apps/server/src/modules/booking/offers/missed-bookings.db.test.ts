// Tests the list of bookings that a driver did not get: the outcome of the offer, and which bookings are left out.
import { routes } from '@kerb/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BookingEnvironment, createBookingEnvironment } from '../testing/booking-environment.ts';

let environment: BookingEnvironment;
beforeAll(async () => {
  environment = await createBookingEnvironment();
});
afterAll(() => environment.close());

const book = async (): Promise<string> => environment.book(await environment.addRider());

it('returns how each offer ended, without the driver’s own bookings and open offers', async () => {
  const [driver, other] = await environment.addDrivers(2);
  if (!driver || !other) throw new Error('two drivers');
  const never = await book();
  const declined = await book();
  const lost = await book();
  const expired = await book();
  const open = await book();
  const own = await book();
  for (const id of [declined, lost, expired, open, own]) await environment.ask(id, [driver, other]);
  expect((await environment.call(driver, routes.declineBooking, declined)).status).toBe(204);
  expect((await environment.call(other, routes.acceptBooking, lost)).status).toBe(200);
  const closeExpired = 'update booking_requests set outcome = $3 where booking = $1 and driver = $2';
  await environment.database.pool.query(closeExpired, [expired, driver.uid, 'expired']);
  const all = [never, declined, lost, expired, open, own];
  const read = async () => {
    const missed = await environment.booking.missedBy(driver.uid, all);
    return new Map(missed.map(({ id, offer }) => [id, offer]));
  };
  const before = await read();
  expect([...before.keys()].toSorted()).toEqual([never, declined, lost, expired].toSorted());
  expect(before.get(never)).toBeNull();
  expect(before.get(declined)).toEqual({ outcome: 'declined', took_another: false });
  expect(before.get(lost)).toEqual({ outcome: 'lost', took_another: false });
  expect(before.get(expired)).toEqual({ outcome: 'expired', took_another: false });
  // The driver accepts one of the open offers while the closed one would still have been open.
  expect((await environment.call(driver, routes.acceptBooking, own)).status).toBe(200);
  const after = await read();
  expect(after.has(own)).toBe(false);
  expect(after.get(expired)).toEqual({ outcome: 'expired', took_another: true });
  expect(await environment.booking.missedBy(driver.uid, [])).toEqual([]);
});

it('counts accepted, declined and expired offers, and no others', async () => {
  const [driver, other] = await environment.addDrivers(2);
  if (!driver || !other) throw new Error('two drivers');
  const declined = await book();
  const lost = await book();
  const expired = await book();
  const open = await book();
  const own = await book();
  for (const id of [declined, lost, expired, open]) await environment.ask(id, [driver, other]);
  await environment.call(driver, routes.declineBooking, declined);
  await environment.call(other, routes.acceptBooking, lost);
  const expire = 'update booking_requests set outcome = $3 where booking = $1 and driver = $2';
  await environment.database.pool.query(expire, [expired, driver.uid, 'expired']);
  expect(await environment.booking.answeredOffers(driver.uid, 0)).toEqual({ offers: 2, accepted: 0 });
  // The expired offer was open while the driver accepted this one: it no longer counts against them.
  await environment.ask(own, [driver]);
  await environment.call(driver, routes.acceptBooking, own);
  expect(await environment.booking.answeredOffers(driver.uid, 0)).toEqual({ offers: 2, accepted: 1 });
  expect(await environment.booking.answeredOffers(driver.uid, Number.MAX_SAFE_INTEGER)).toEqual({
    offers: 0,
    accepted: 0,
  });
});

it('counts a driver’s trips, cancellations and rider no-shows', async () => {
  const driver = await environment.addDriver();
  const cancel = (id: string) => environment.call(driver, routes.cancelBooking, id, { reason: 'Flat tyre' });
  const accept = async () => {
    const id = await book();
    await environment.ask(id, [driver]);
    expect((await environment.call(driver, routes.acceptBooking, id)).status).toBe(200);
    return id;
  };
  expect((await cancel(await accept())).status).toBe(200);
  const waited = await accept();
  expect((await environment.call(driver, routes.arriveBooking, waited)).status).toBe(200);
  expect((await cancel(waited)).status).toBe(200);
  await accept();
  expect(await environment.booking.drivingCounts(driver.uid, 0)).toEqual({
    offers: 3,
    accepted: 3,
    trips: 3,
    cancelled: 1,
    no_shows: 1,
  });
  expect(await environment.booking.drivingCounts(driver.uid, environment.now() + 1)).toMatchObject({
    offers: 0,
    trips: 0,
  });
});
