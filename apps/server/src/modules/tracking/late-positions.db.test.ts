// Positions that a phone kept while it had no network: in the trail at their time, judged, and the distance of the trip is right.
import { routes } from '@kerb/contract';
import { between, decodePolyline, distanceKm, type LatLng, lengthKm } from '@kerb/domain/geo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { createTestApp, type TestApp } from '../../kit/testing/test-app.ts';
import {
  type BookingWorld,
  createBookingWorld,
  PARQUE,
  PLAZA,
  type WorldExtras,
} from '../booking/testing/booking-world.ts';
import { createTrackingModule } from './index.ts';

type Tracking = ReturnType<typeof createTrackingModule>;
const SECOND = 1000;
const minutes = (count: number): number => count * 60_000;

let city: TestApp;
let world: BookingWorld;
let tracking: Tracking;

/** With roads, and the tracking module on the world's own bookings and fleet. */
beforeAll(async () => {
  city = await createTestApp({ city: true });
  const { service } = city.modules.maps.api;
  const more: WorldExtras['more'] = ({ booking, fleet, clock, settings }) => {
    tracking = createTrackingModule({
      ...{ booking, fleet, clock, settings },
      bus: { publish: () => undefined, subscribe: () => () => undefined },
      live: { publishPosition: () => undefined, publishEta: () => undefined, isWatched: () => false },
      logger: { warn: () => undefined },
      maps: service,
    });
    return [tracking];
  };
  const maps = {
    directions: (start: LatLng, dest: LatLng, stops: readonly LatLng[]) =>
      service.directions(start, dest, stops),
    reverse: async () => 'Somewhere',
    assertInCity: () => undefined,
  };
  world = await createBookingWorld({}, { maps, more });
});
afterAll(async () => {
  await tracking.api.close();
  await world.close();
  await city.close();
});

type Position = LatLng & { at: number; accuracy?: number };
const send = (driver: Actor, booking: string, positions: unknown) =>
  world.call<{ kept: number; rejected: number }>(driver, routes.postLocations, null, { booking, positions });

/** Along the line at 40 km/h, a position every second. */
function drivenAlong(line: readonly LatLng[], start: number): Position[] {
  const step = 40 / 3600;
  const positions: Position[] = [];
  let ahead = 0;
  for (const [index, to] of line.entries()) {
    const from = line[index - 1] ?? to;
    const length = distanceKm(from, to);
    for (; ahead <= length && length > 0; ahead += step)
      positions.push({ ...between(from, to, ahead / length), at: start + positions.length * SECOND });
    ahead -= length;
  }
  return positions;
}

/** The way of the roads between two places, as it is driven. */
async function road(from: LatLng, to: LatLng, start: number, stops: readonly LatLng[] = []) {
  const way = await city.modules.maps.api.service.directions(from, to, stops);
  return { km: way.distance_in_km, positions: drivenAlong(decodePolyline(way.polylinePoints), start) };
}

/** The phone has a network: each position at its own time over the live way. */
async function report(driver: Actor, positions: readonly Position[]): Promise<void> {
  for (const position of positions) {
    world.pass(Math.max(0, position.at - world.now()));
    await tracking.api.onPosition(driver, position);
  }
}

async function started(): Promise<{ id: string; driver: Actor }> {
  const { id, driver } = await world.trip('ARRIVED');
  const at = world.now();
  await world.call(driver, routes.startBooking, id, { location: PLAZA, at });
  return { id, driver };
}

async function kmCharged({ id, driver }: { id: string; driver: Actor }, end: Position): Promise<number> {
  await tracking.api.close();
  world.pass(Math.max(0, end.at + SECOND - world.now()));
  const reached = await world.call(driver, routes.reachBooking, id, {
    location: { lat: end.lat, lng: end.lng },
    at: end.at,
  });
  expect(reached.status).toBe(200);
  return (await world.record(id)).distance_km ?? 0;
}

describe('the distance of a trip on a known road, within two in a hundred', () => {
  const hole = (positions: readonly Position[]) => {
    const [from, to] = [Math.floor(positions.length * 0.3), Math.floor(positions.length * 0.6)];
    return {
      online: [...positions.slice(0, from), ...positions.slice(to)],
      kept: positions.slice(from, to),
    };
  };

  it('with a network all the way', async () => {
    const trip = await started();
    const { km, positions } = await road(PLAZA, PARQUE, world.now() + SECOND);
    await report(trip.driver, positions);
    const charged = await kmCharged(trip, positions.at(-1) ?? { ...PARQUE, at: 0 });
    expect(Math.abs(charged / km - 1)).toBeLessThan(0.02);
  }, 60_000);

  it('with a hole filled afterwards, also of a way that no shortest way shows', async () => {
    const trip = await started();
    // A long way round: who only knew where the hole ends would see nothing of it.
    const { km, positions } = await road(PLAZA, PARQUE, world.now() + SECOND, [
      { lat: -34.885, lng: -56.165 },
    ]);
    const direct = await road(PLAZA, PARQUE, 0);
    expect(km).toBeGreaterThan(direct.km * 1.3);
    const { online, kept } = hole(positions);
    await report(trip.driver, online);
    for (let from = 0; from < kept.length; from += 500) {
      const part = kept.slice(from, from + 500);
      const answer = await send(trip.driver, trip.id, part);
      expect(answer).toMatchObject({ status: 200, body: { kept: part.length, rejected: 0 } });
    }
    const charged = await kmCharged(trip, positions.at(-1) ?? { ...PARQUE, at: 0 });
    expect(Math.abs(charged / km - 1)).toBeLessThan(0.02);
    const trail = await world.booking.trailOf(trip.id);
    const times = trail.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(lengthKm(trail)).toBeGreaterThan(km * 0.95);
  }, 60_000);

  it('with a hole that is never filled, by the road between its ends', async () => {
    const trip = await started();
    const { km, positions } = await road(PLAZA, PARQUE, world.now() + SECOND);
    await report(trip.driver, hole(positions).online);
    const charged = await kmCharged(trip, positions.at(-1) ?? { ...PARQUE, at: 0 });
    expect(Math.abs(charged / km - 1)).toBeLessThan(0.02);
  }, 60_000);

  it('with everything told at the end: all positions first, then every step', async () => {
    const { id, driver } = await world.trip('ACCEPTED');
    const accepted = world.now();
    const start = accepted + minutes(5);
    const { km, positions } = await road(PLAZA, PARQUE, start);
    const waiting = [1, 2, 3, 4].map((minute) => ({
      lat: PLAZA.lat + minute / 100_000,
      lng: PLAZA.lng,
      at: accepted + minutes(minute),
    }));
    const end = positions.at(-1) ?? { ...PARQUE, at: 0 };
    world.pass(minutes(60));
    for (const part of [waiting, positions])
      expect((await send(driver, id, part)).body).toEqual({ kept: part.length, rejected: 0 });
    const tell = (route: typeof routes.arriveBooking | typeof routes.startBooking, at: number) =>
      world.call(driver, route, id, { location: PLAZA, at });
    expect((await tell(routes.arriveBooking, accepted + minutes(2))).status).toBe(200);
    expect((await tell(routes.startBooking, start)).status).toBe(200);
    const charged = await kmCharged({ id, driver }, end);
    expect(Math.abs(charged / km - 1)).toBeLessThan(0.02);
    const record = await world.record(id);
    expect(record.total_trip_time).toBe((end.at - start) / SECOND);
    const { rows } = await world.database.pool.query(
      'select status, count(*)::int as points from booking_trail where booking = $1 group by status',
      [id],
    );
    expect(Object.fromEntries(rows.map(({ status, points }) => [status, points]))).toEqual({
      ACCEPTED: 1,
      ARRIVED: 3,
      STARTED: positions.length - 1,
      REACHED: 1,
    });
  }, 60_000);
});

describe('positions kept on a phone', () => {
  it('are of his own trip under way only', async () => {
    const trip = await started();
    const at = world.now();
    const other = await world.addDriver();
    const positions = [{ ...PLAZA, at }];
    expect((await send(other, trip.id, positions)).status).toBe(404);
    expect((await send(trip.driver, other.uid, positions)).status).toBe(404);
    expect((await send(await world.addRider(), trip.id, positions)).status).toBe(403);
    world.pass(minutes(5));
    await world.call(trip.driver, routes.reachBooking, trip.id, { location: PARQUE });
    const before = await world.record(trip.id);
    expect((await send(trip.driver, trip.id, positions)).body).toEqual({ kept: 0, rejected: 1 });
    expect(await world.record(trip.id)).toEqual(before);
  });

  it('that cannot be true are left out, and the others stay', async () => {
    const trip = await started();
    const start = world.now();
    world.pass(minutes(10));
    const good = [60, 120, 180].map((seconds) => ({
      lat: PLAZA.lat + seconds / 100_000,
      lng: PLAZA.lng,
      at: start + seconds * SECOND,
    }));
    const bad = [
      { lat: 40.4168, lng: -3.7038, at: start + 61 * SECOND },
      { lat: PLAZA.lat + 0.5, lng: PLAZA.lng, at: start + 122 * SECOND },
      { ...PLAZA, at: start + 123 * SECOND, accuracy: 3000 },
      { ...PLAZA, at: start - minutes(600) },
      { ...PLAZA, at: world.now() + minutes(5) },
    ];
    const all = [...good, ...bad].sort((one, other) => one.at - other.at);
    expect((await send(trip.driver, trip.id, all)).body).toEqual({ kept: 3, rejected: 5 });
    expect(await world.booking.trailOf(trip.id)).toEqual(good.map(({ at, lat, lng }) => ({ at, lat, lng })));
    expect((await send(trip.driver, trip.id, good)).body).toEqual({ kept: 3, rejected: 0 });
    expect(await world.booking.trailOf(trip.id)).toHaveLength(3);
  });

  it('a thousand a second are thinned out, and add no way', async () => {
    const trip = await started();
    const start = world.now();
    world.pass(minutes(1));
    const zigzag = Array.from({ length: 500 }, (_, index) => ({
      lat: PLAZA.lat + (index % 2) * 0.0008,
      lng: PLAZA.lng,
      at: start + SECOND + index,
    }));
    const { body } = await send(trip.driver, trip.id, zigzag);
    expect(body).toEqual({ kept: 1, rejected: 499 });
    expect((await send(trip.driver, trip.id, [...zigzag, ...zigzag])).code).toBe('invalid_input');
    for (const nothing of [[], null, 'here', [{ lat: 91, lng: 0, at: start }], [{ lat: 1, lng: 2 }]])
      expect((await send(trip.driver, trip.id, nothing)).code).toBe('invalid_input');
  });

  it('never move the car on the map backwards, and of two phones the later position counts', async () => {
    const trip = await started();
    const start = world.now();
    world.pass(minutes(2));
    await tracking.api.onPosition(trip.driver, { ...PARQUE, at: world.now() });
    await send(trip.driver, trip.id, [{ ...PLAZA, at: start + SECOND }]);
    const late = tracking.api.onPosition(trip.driver, { ...PARQUE, at: world.now() - 5 * SECOND });
    await expect(late).rejects.toThrow('position_rejected');
    expect(world.fleet.live.get(trip.driver.uid)).toMatchObject({ lat: PARQUE.lat, at: world.now() });
  });

  it('sent twice at once are kept once', async () => {
    const trip = await started();
    const start = world.now();
    world.pass(minutes(3));
    const positions = Array.from({ length: 60 }, (_, index) => ({
      lat: PLAZA.lat + index / 50_000,
      lng: PLAZA.lng,
      at: start + (index + 1) * SECOND,
    }));
    const answers = await Promise.all([1, 2, 3].map(() => send(trip.driver, trip.id, positions)));
    for (const { body } of answers) expect(body).toEqual({ kept: 60, rejected: 0 });
    expect(await world.booking.trailOf(trip.id)).toHaveLength(60);
  });
});
