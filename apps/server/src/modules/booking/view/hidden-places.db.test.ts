// Tests that after the trip its driver sees only streets and rounded places in every view of a booking, and other roles
// exact places.
import { type BookingSummary, type BookingView, routes } from '@kerb/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BookingEnvironment, createBookingEnvironment } from '../testing/booking-environment.ts';

let environment: BookingEnvironment;
beforeAll(async () => {
  environment = await createBookingEnvironment();
});
afterAll(() => environment.close());

type Someone = Parameters<BookingEnvironment['call']>[0];
const HOME = { lat: -34.90583, lng: -56.19134, add: '18 de Julio 1453, Centro, Montevideo' };
const WORK = { lat: -34.91217, lng: -56.16458, add: 'Bulevar Artigas 1200 Apto 302, Montevideo' };
const STOP = { lat: -34.90911, lng: -56.18222, add: 'Colonia 987, Cordón' };
const journey = { pickup: HOME, drop: WORK, waypoints: [STOP] };
const change = async (actor: Someone) => ({
  estimate: await environment.estimate(actor, journey),
  ...journey,
});

const whole = {
  pickup: HOME,
  drop: WORK,
  waypoints: [STOP],
  pickupAddress: HOME.add,
  dropAddress: WORK.add,
};
const streets = {
  pickup: { lat: -34.906, lng: -56.191, add: '18 de Julio, Centro, Montevideo' },
  drop: { lat: -34.912, lng: -56.165, add: 'Bulevar Artigas, Montevideo' },
  waypoints: [{ lat: -34.909, lng: -56.182, add: 'Colonia, Cordón' }],
  pickupAddress: '18 de Julio, Centro, Montevideo',
  dropAddress: 'Bulevar Artigas, Montevideo',
  polyline: '',
  coords: [],
};

async function tripOf(mode: 'cash' | 'card' = 'cash') {
  const rider = await environment.addRider();
  const driver = await environment.addDriver();
  const id = await environment.book(rider, {
    ...(await change(rider)),
    paymentPacket: { payment_mode: mode },
  });
  await environment.ask(id, [driver]);
  const step = async (...names: ('accept' | 'arrive' | 'start' | 'reach' | 'collect')[]) => {
    for (const name of names) {
      if (name === 'arrive') environment.stand(driver.uid, HOME);
      if (name === 'reach') {
        environment.pass(600_000);
        environment.stand(driver.uid, WORK);
      }
      const answer = await environment.call(driver, routes[`${name}Booking`], id);
      if (answer.status !== 200) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
    }
  };
  const read = async (actor: Someone) =>
    (await environment.call<BookingView>(actor, routes.getBooking, id)).body;
  const listed = async (actor: Someone, query = '') =>
    (
      await environment.call<{ items: BookingSummary[] }>(actor, routes.listBookings, null, undefined, query)
    ).body.items.find((one) => one.id === id);
  return { id, rider, driver, step, read, listed };
}

// Ids and times may contain any short number by chance, so the tests search for house numbers together with their
// street.
describe('the places of a trip', () => {
  it('are shown to the driver until the cash is collected, and as streets afterwards', async () => {
    const admin = await environment.addAdmin();
    const { id, rider, driver, step, read, listed } = await tripOf();
    await step('accept', 'arrive', 'start');
    expect(await read(driver)).toMatchObject(whole);
    expect(await listed(driver)).toMatchObject({ pickupAddress: HOME.add, dropAddress: WORK.add });
    await step('reach');
    const atDoor = await read(driver);
    expect(atDoor).toMatchObject({ status: 'REACHED', pickup: HOME, drop: WORK });
    await step('collect');
    const after = await read(driver);
    expect(after).toMatchObject({ status: 'PAID', ...streets, customer_contact: null });
    expect(JSON.stringify(after)).not.toMatch(/Julio 1453|Colonia 987|Artigas 1200|34\.90583|56\.19134/);
    expect(await listed(driver)).toMatchObject({
      pickupAddress: streets.pickupAddress,
      dropAddress: streets.dropAddress,
    });
    for (const actor of [rider, admin]) {
      expect(await read(actor)).toMatchObject({ pickup: HOME, waypoints: [STOP] });
      expect((await read(actor)).polyline).not.toBe('');
      expect(await listed(actor)).toMatchObject({ pickupAddress: HOME.add });
    }
    expect(JSON.stringify(await environment.booking.exportOf(driver.uid))).not.toContain('Julio 1453');
    expect(JSON.stringify(await environment.booking.exportOf(rider.uid))).toContain('Julio 1453');
    const csv = async (actor: Someone) =>
      (
        await environment.server.inject({
          method: 'GET',
          url: '/api/v1/bookings.csv',
          headers: actor ? { authorization: `Bearer ${actor.uid}` } : {},
        })
      ).body;
    expect(await csv(driver)).toContain('18 de Julio, Centro, Montevideo');
    expect(await csv(driver)).not.toContain('Julio 1453');
    expect(await csv(rider)).toContain('18 de Julio 1453');
    expect((await environment.record(id)).pickup.add).toBe(HOME.add);
  });

  it('are hidden from the driver once the trip is paid by another mode than cash, and after they cancel', async () => {
    const paidByCard = await tripOf('card');
    await paidByCard.step('accept', 'arrive', 'start', 'reach');
    expect(await paidByCard.read(paidByCard.driver)).toMatchObject({
      status: 'PENDING',
      pickup: streets.pickup,
      polyline: '',
    });
    const cancelled = await tripOf();
    await cancelled.step('accept');
    await environment.call(cancelled.driver, routes.cancelBooking, cancelled.id, {
      reason: 'The car broke down',
    });
    expect(await cancelled.read(cancelled.driver)).toMatchObject({ status: 'CANCELLED', ...streets });
  });

  it('cannot be searched by house number', async () => {
    const { driver, rider, step, listed, read } = await tripOf();
    await step('accept', 'arrive', 'start');
    expect(await listed(driver, '?q=1453')).toBeDefined();
    await step('reach', 'collect');
    // A reference contains neither 0 nor 1, so a random one never contains a guess.
    for (const guess of ['1453', '145', 'Julio 1453', 'Apto 302'])
      expect([guess, await listed(driver, `?q=${encodeURIComponent(guess)}`)]).toEqual([guess, undefined]);
    const { reference } = await read(driver);
    for (const known of ['Julio', reference, 'SAB 1000'])
      expect(await listed(driver, `?q=${encodeURIComponent(known)}`)).toBeDefined();
    expect(await listed(rider, '?q=1453')).toBeDefined();
  });
});
