// After the trip its driver is shown the street and the block, not the door, wherever a booking is read; others see it whole.
import { type BookingSummary, type BookingView, routes } from '@kerb/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BookingWorld, createBookingWorld } from '../testing/booking-world.ts';

let world: BookingWorld;
beforeAll(async () => {
  world = await createBookingWorld();
});
afterAll(() => world.close());

type Someone = Parameters<BookingWorld['call']>[0];
const HOME = { lat: -34.90583, lng: -56.19134, add: '18 de Julio 1453, Centro, Montevideo' };
const WORK = { lat: -34.91217, lng: -56.16458, add: 'Bulevar Artigas 1200 Apto 302, Montevideo' };
const STOP = { lat: -34.90911, lng: -56.18222, add: 'Colonia 987, Cordón' };
const journey = { pickup: HOME, drop: WORK, waypoints: [STOP] };
const change = async (actor: Someone) => ({ estimate: await world.estimate(actor, journey), ...journey });

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
  const [rider, driver] = [await world.addRider(), await world.addDriver()];
  const id = await world.book(rider, {
    ...(await change(rider)),
    paymentPacket: { payment_mode: mode },
  });
  await world.ask(id, [driver]);
  const step = async (...names: ('accept' | 'arrive' | 'start' | 'reach' | 'collect')[]) => {
    for (const name of names) {
      if (name === 'arrive') world.stand(driver.uid, HOME);
      if (name === 'reach') {
        world.pass(600_000);
        world.stand(driver.uid, WORK);
      }
      const answer = await world.call(driver, routes[`${name}Booking`], id);
      if (answer.status !== 200) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
    }
  };
  const read = async (actor: Someone) => (await world.call<BookingView>(actor, routes.getBooking, id)).body;
  const listed = async (actor: Someone, query = '') =>
    (
      await world.call<{ items: BookingSummary[] }>(actor, routes.listBookings, null, undefined, query)
    ).body.items.find((one) => one.id === id);
  return { id, rider, driver, step, read, listed };
}

describe('the places of a trip', () => {
  it('are the driver’s to find until the cash is collected, and streets afterwards', async () => {
    const admin = await world.addAdmin();
    const { id, rider, driver, step, read, listed } = await tripOf();
    await step('accept', 'arrive', 'start');
    expect(await read(driver)).toMatchObject(whole);
    expect(await listed(driver)).toMatchObject({ pickupAddress: HOME.add, dropAddress: WORK.add });
    await step('reach');
    const atDoor = await read(driver);
    expect(atDoor).toMatchObject({ status: 'REACHED', pickup: HOME });
    expect(atDoor.drop.add).toMatch(/^Calle -34\.9122/);
    await step('collect');
    const after = await read(driver);
    const { drop: _drop, dropAddress: _dropAddress, ...others } = streets;
    expect(after).toMatchObject({ status: 'PAID', ...others, customer_contact: null });
    expect(after.drop).toMatchObject({ lat: -34.912, lng: -56.165 });
    expect(JSON.stringify(after)).not.toMatch(/1453|987|34\.90583|56\.19134/);
    expect(await listed(driver)).toMatchObject({ pickupAddress: streets.pickupAddress });
    for (const actor of [rider, admin]) {
      expect(await read(actor)).toMatchObject({ pickup: HOME, waypoints: [STOP] });
      expect((await read(actor)).polyline).not.toBe('');
      expect(await listed(actor)).toMatchObject({ pickupAddress: HOME.add });
    }
    expect(JSON.stringify(await world.booking.exportOf(driver.uid))).not.toContain('1453');
    expect(JSON.stringify(await world.booking.exportOf(rider.uid))).toContain('1453');
    const csv = async (actor: Someone) =>
      (
        await world.server.inject({
          method: 'GET',
          url: '/api/v1/bookings.csv',
          headers: actor ? { authorization: `Bearer ${actor.uid}` } : {},
        })
      ).body;
    expect(await csv(driver)).toContain('18 de Julio, Centro, Montevideo');
    expect(await csv(driver)).not.toContain('1453');
    expect(await csv(rider)).toContain('18 de Julio 1453');
    expect((await world.record(id)).pickup.add).toBe(HOME.add);
  });

  it('are hidden from the driver as soon as somebody else is to pay, and once he has cancelled', async () => {
    const paidByCard = await tripOf('card');
    await paidByCard.step('accept', 'arrive', 'start', 'reach');
    expect(await paidByCard.read(paidByCard.driver)).toMatchObject({
      status: 'PENDING',
      pickup: streets.pickup,
      polyline: '',
    });
    const cancelled = await tripOf();
    await cancelled.step('accept');
    await world.call(cancelled.driver, routes.cancelBooking, cancelled.id, { reason: 'The car broke down' });
    expect(await cancelled.read(cancelled.driver)).toMatchObject({ status: 'CANCELLED', ...streets });
  });

  it('are not found by their number either', async () => {
    const { driver, rider, step, listed, read } = await tripOf();
    await step('accept', 'arrive', 'start');
    expect(await listed(driver, '?q=1453')).toBeDefined();
    await step('reach', 'collect');
    for (const guess of ['1453', '145', '45', 'Julio 1453', '987'])
      expect([guess, await listed(driver, `?q=${encodeURIComponent(guess)}`)]).toEqual([guess, undefined]);
    const { reference } = await read(driver);
    for (const known of ['Julio', reference, 'SAB 1000'])
      expect(await listed(driver, `?q=${encodeURIComponent(known)}`)).toBeDefined();
    expect(await listed(rider, '?q=1453')).toBeDefined();
  });
});
