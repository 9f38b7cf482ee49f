// Two hundred drivers accept one booking at once: exactly one has it; and the smaller races around accepting.
import { routes } from '@kerb/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BookingWorld, createBookingWorld } from '../testing/booking-world.ts';

let world: BookingWorld;
beforeAll(async () => {
  world = await createBookingWorld();
});
afterAll(() => world.close());

const busyAmong = async (drivers: readonly { uid: string }[]) => {
  const queues = await Promise.all(
    drivers.map(async ({ uid }) => ({ uid, queue: await world.queueOf(uid) })),
  );
  return queues.filter(({ queue }) => queue).map(({ uid }) => uid);
};

it('gives a booking that two hundred drivers accept at once to exactly one of them', async () => {
  const rider = await world.addRider();
  const drivers = await world.addDrivers(200);
  const id = await world.book(rider);
  expect(await world.ask(id, drivers)).toHaveLength(200);

  const answers = await Promise.all(drivers.map((driver) => world.call(driver, routes.acceptBooking, id)));

  const winners = drivers.filter((_, index) => answers[index]?.status === 200);
  expect(winners).toHaveLength(1);
  expect(answers.filter(({ code }) => code === 'booking_taken')).toHaveLength(199);
  const booking = await world.record(id);
  expect(booking).toMatchObject({ status: 'ACCEPTED', driver: winners[0]?.uid });
  expect(await busyAmong(drivers)).toEqual([winners[0]?.uid]);
  expect(await world.booking.openRequests(id)).toEqual([]);
}, 60_000);

it('gives a driver who accepts two bookings at once only one of them', async () => {
  const [ana, eva] = [await world.addRider(), await world.addRider()];
  const driver = await world.addDriver();
  const bookings = [await world.book(ana), await world.book(eva)];
  for (const id of bookings) await world.ask(id, [driver]);

  const answers = await Promise.all(bookings.map((id) => world.call(driver, routes.acceptBooking, id)));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.code).toBe('driver_busy');
  const statuses = await Promise.all(bookings.map(async (id) => (await world.record(id)).status));
  expect(statuses.sort()).toEqual(['ACCEPTED', 'NEW']);
});

it('leaves either an accepted or a cancelled booking when the rider cancels as a driver accepts', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id, rider, driver } = await world.trip('NEW');
    const [accepted, cancelled] = await Promise.all([
      world.call(driver, routes.acceptBooking, id),
      world.call(rider, routes.cancelBooking, id, { reason: 'I changed my mind' }),
    ]);
    // A cancellation is legal before and after the accept; accepting is legal only before it.
    expect(cancelled.status).toBe(200);
    const booking = await world.record(id);
    expect(booking.status).toBe('CANCELLED');
    expect(booking.driver).toBe(accepted.status === 200 ? driver.uid : null);
    expect(await world.queueOf(driver.uid)).toBe(false);
  }
});

it('answers a driver who accepts twice with his booking both times', async () => {
  const { id, driver } = await world.trip('NEW');
  const answers = await Promise.all([
    world.call(driver, routes.acceptBooking, id),
    world.call(driver, routes.acceptBooking, id),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});
