// A phone that tells afterwards of a way nobody drove: the passenger pays for the road between the places it was heard at.
import { routes } from '@kerb/contract';
import { distanceKm } from '@kerb/domain/geo';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BookingWorld, createBookingWorld, PARQUE, PLAZA } from '../testing/booking-world.ts';

let world: BookingWorld;
beforeAll(async () => {
  world = await createBookingWorld();
});
afterAll(() => world.close());

const SECOND = 1000;
/** 20 minutes without a network, of which the phone tells by 5 seconds; then the drop. The kilometres charged. */
async function ride(placeAt: (fraction: number) => { lat: number; lng: number }): Promise<number> {
  const { id, driver } = await world.trip('STARTED');
  const start = world.now();
  const count = 240;
  const positions = Array.from({ length: count }, (_, index) => ({
    ...placeAt((index + 1) / count),
    at: start + (index + 1) * 5 * SECOND,
  }));
  world.pass(count * 5 * SECOND + SECOND);
  const told = await world.booking.keepPositions(driver.uid, id, positions);
  expect(told).toMatchObject({ kept: count, rejected: 0 });
  world.stand(driver.uid, PARQUE);
  expect((await world.call(driver, routes.reachBooking, id, { location: PARQUE })).status).toBe(200);
  return (await world.record(id)).distance_km ?? 0;
}
const line = (fraction: number) => ({
  lat: PLAZA.lat + (PARQUE.lat - PLAZA.lat) * fraction,
  lng: PLAZA.lng + (PARQUE.lng - PLAZA.lng) * fraction,
});

it('a way to and fro at 90 km/h adds nothing to the road', async () => {
  const road = distanceKm(PLAZA, PARQUE) * 1.3;
  const invented = await ride((fraction) => {
    const { lat, lng } = line(fraction);
    const wave = Math.abs(((fraction * 16) % 2) - 1);
    return { lat: lat + (1 - wave) * 0.016, lng };
  });
  expect(Math.abs(invented / road - 1)).toBeLessThan(0.05);
});

it('a way round counts as it was driven', async () => {
  const road = distanceKm(PLAZA, PARQUE) * 1.3;
  const round = await ride((fraction) => {
    const { lat, lng } = line(fraction);
    return { lat: lat + Math.min(fraction, 1 - fraction) * 0.02, lng };
  });
  expect(round).toBeGreaterThan(road);
  expect(round).toBeLessThan(road * 1.5 + 1);
});

it('begins at the pickup where nobody heard of the car since it was there', async () => {
  const { id, driver } = await world.trip('ARRIVED');
  world.pass(600 * SECOND);
  const away = { lat: PLAZA.lat + 0.0045, lng: PLAZA.lng };
  world.stand(driver.uid, away);
  const start = await world.call(driver, routes.startBooking, id, { location: away });
  expect(start.status).toBe(200);
  const began = world.now();
  const places = [PLAZA, ...Array.from({ length: 20 }, (_, index) => line((index + 1) / 20))];
  const positions = places.map(({ lat, lng }, index) => ({
    lat,
    lng,
    at: began + (index + 2) * 30 * SECOND,
  }));
  world.pass((places.length + 2) * 30 * SECOND);
  expect(await world.booking.keepPositions(driver.uid, id, positions)).toMatchObject({ rejected: 0 });
  world.stand(driver.uid, PARQUE);
  expect((await world.call(driver, routes.reachBooking, id, { location: PARQUE })).status).toBe(200);
  const record = await world.record(id);
  expect(record.trip_start_time).toBe(began + 60 * SECOND);
  const straight = distanceKm(PLAZA, PARQUE);
  expect(record.distance_km).toBeGreaterThan(straight);
  expect(record.distance_km).toBeLessThan(straight * 1.3);
});
