// Tests races around accepting: when two hundred drivers accept one booking at once, exactly one gets it.
import { routes } from '@kerb/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BookingEnvironment, createBookingEnvironment } from '../testing/booking-environment.ts';

let environment: BookingEnvironment;
beforeAll(async () => {
  environment = await createBookingEnvironment();
});
afterAll(() => environment.close());

const busyAmong = async (drivers: readonly { uid: string }[]) => {
  const queues = await Promise.all(
    drivers.map(async ({ uid }) => ({ uid, queue: await environment.queueOf(uid) })),
  );
  return queues.filter(({ queue }) => queue).map(({ uid }) => uid);
};

it('assigns a booking that two hundred drivers accept concurrently to exactly one of them', async () => {
  const rider = await environment.addRider();
  const drivers = await environment.addDrivers(200);
  const id = await environment.book(rider);
  expect(await environment.ask(id, drivers)).toHaveLength(200);

  const answers = await Promise.all(
    drivers.map((driver) => environment.call(driver, routes.acceptBooking, id)),
  );

  const winners = drivers.filter((_, index) => answers[index]?.status === 200);
  expect(winners).toHaveLength(1);
  expect(answers.filter(({ code }) => code === 'booking_taken')).toHaveLength(199);
  const booking = await environment.record(id);
  expect(booking).toMatchObject({ status: 'ACCEPTED', driver: winners[0]?.uid });
  expect(await busyAmong(drivers)).toEqual([winners[0]?.uid]);
  expect(await environment.booking.openOffers(id)).toEqual([]);
}, 60_000);

it('assigns each of several bookings to the driver who has its offer, when all drivers accept concurrently', async () => {
  const drivers = await environment.addDrivers(6);
  const offers = [];
  for (const driver of drivers) {
    const id = await environment.book(await environment.addRider());
    await environment.ask(id, [driver]);
    offers.push({ id, driver });
  }
  const strangers = offers.map(({ id }, index) => ({ id, driver: drivers.at(index - 1) ?? null }));

  const answers = await Promise.all(
    [...strangers, ...offers].map(({ id, driver }) => environment.call(driver, routes.acceptBooking, id)),
  );

  expect(answers.slice(0, 6).map(({ code }) => code)).toEqual(strangers.map(() => 'not_found'));
  expect(answers.slice(6).map(({ status }) => status)).toEqual(offers.map(() => 200));
  for (const { id, driver } of offers) {
    const { driver: assigned, driver_contact } = await environment.record(id);
    const user = await environment.identity.userOf(driver.uid);
    expect([assigned, driver_contact]).toEqual([driver.uid, user?.mobile]);
  }
});

it('assigns only one of two bookings that a driver accepts concurrently', async () => {
  const ana = await environment.addRider();
  const eva = await environment.addRider();
  const driver = await environment.addDriver();
  const bookings = [await environment.book(ana), await environment.book(eva)];
  for (const id of bookings) await environment.ask(id, [driver]);

  const answers = await Promise.all(bookings.map((id) => environment.call(driver, routes.acceptBooking, id)));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.code).toBe('driver_busy');
  const statuses = await Promise.all(bookings.map(async (id) => (await environment.record(id)).status));
  expect(statuses.sort()).toEqual(['ACCEPTED', 'NEW']);
});

it('leaves either an accepted or a cancelled booking when the rider cancels as a driver accepts', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id, rider, driver } = await environment.trip('NEW');
    const [accepted, cancelled] = await Promise.all([
      environment.call(driver, routes.acceptBooking, id),
      environment.call(rider, routes.cancelBooking, id, { reason: 'I changed my mind' }),
    ]);
    // A cancellation is legal before and after the accept; accepting is legal only before it.
    expect(cancelled.status).toBe(200);
    const booking = await environment.record(id);
    expect(booking.status).toBe('CANCELLED');
    expect(booking.driver).toBe(accepted.status === 200 ? driver.uid : null);
    expect(await environment.queueOf(driver.uid)).toBe(false);
  }
});

it('returns the booking both times to a driver who accepts it twice', async () => {
  const { id, driver } = await environment.trip('NEW');
  const answers = await Promise.all([
    environment.call(driver, routes.acceptBooking, id),
    environment.call(driver, routes.acceptBooking, id),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});
