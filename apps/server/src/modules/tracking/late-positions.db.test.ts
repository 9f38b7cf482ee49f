// Tests positions that an offline phone buffered: plausible ones are stored in the trail at their time, and the trip's
// distance is right.
import { routes } from '@kerb/contract';
import { between, decodePolyline, distanceKm, type LatLng, lengthKm } from '@kerb/domain/geo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { createTestApp, type TestApp } from '../../kit/testing/test-app.ts';
import {
  type BookingEnvironment,
  createBookingEnvironment,
  type EnvironmentExtras,
  PARQUE,
  PLAZA,
} from '../booking/testing/booking-environment.ts';
import { createTrackingModule } from './index.ts';

type Tracking = ReturnType<typeof createTrackingModule>;
const SECOND = 1000;
const minutes = (count: number): number => count * 60_000;

let city: TestApp;
let environment: BookingEnvironment;
let tracking: Tracking;

/** Sets up the booking environment with roads, and the tracking module on its bookings and fleet. */
beforeAll(async () => {
  city = await createTestApp({ city: true });
  const { service } = city.modules.maps.api;
  const more: EnvironmentExtras['more'] = ({ booking, fleet, clock, settings }) => {
    tracking = createTrackingModule({
      booking,
      fleet,
      clock,
      settings,
      bus: { publish: () => undefined, subscribe: () => () => undefined },
      live: {
        publishPosition: () => undefined,
        publishEta: () => undefined,
        isWatched: () => false,
        onWatch: () => undefined,
      },
      logger: { warn: () => undefined },
      maps: service,
    });
    return [tracking];
  };
  const maps = {
    directions: (start: LatLng, dest: LatLng, stops: readonly LatLng[]) =>
      service.directions(start, dest, stops),
    matchTrace: service.matchTrace,
    reverse: async () => 'Somewhere',
    assertInCity: () => undefined,
  };
  environment = await createBookingEnvironment({}, { maps, more });
});
afterAll(async () => {
  await tracking.api.close();
  await environment.close();
  await city.close();
});

type Position = LatLng & { at: number; accuracy?: number };
const send = (driver: Actor, booking: string, positions: unknown) =>
  environment.call<{ kept: number; rejected: number }>(driver, routes.postLocations, null, {
    booking,
    positions,
  });

/** Positions along the line at 40 km/h, one every second. */
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

/** The positions of a car that drives the road route between two places. */
async function road(from: LatLng, to: LatLng, start: number, stops: readonly LatLng[] = []) {
  const way = await city.modules.maps.api.service.directions(from, to, stops);
  return { km: way.distance_in_km, positions: drivenAlong(decodePolyline(way.polylinePoints), start) };
}

/** Reports every position live at its own time. */
async function report(driver: Actor, positions: readonly Position[]): Promise<void> {
  for (const position of positions) {
    environment.pass(Math.max(0, position.at - environment.now()));
    await tracking.api.onPosition(driver, position);
  }
}

async function started(): Promise<{ id: string; driver: Actor }> {
  const { id, driver } = await environment.trip('ARRIVED');
  const at = environment.now();
  await environment.call(driver, routes.startBooking, id, { location: PLAZA, at });
  return { id, driver };
}

async function kmCharged({ id, driver }: { id: string; driver: Actor }, end: Position): Promise<number> {
  await tracking.api.close();
  environment.pass(Math.max(0, end.at + SECOND - environment.now()));
  const reached = await environment.call(driver, routes.reachBooking, id, {
    location: { lat: end.lat, lng: end.lng },
    at: end.at,
  });
  expect(reached.status).toBe(200);
  return (await environment.record(id)).distance_km ?? 0;
}

describe('the distance of a trip on a known road is within 2 %', () => {
  const hole = (positions: readonly Position[]) => {
    const from = Math.floor(positions.length * 0.3);
    const to = Math.floor(positions.length * 0.6);
    return {
      online: [...positions.slice(0, from), ...positions.slice(to)],
      buffered: positions.slice(from, to),
    };
  };

  it('with a phone that is always online', async () => {
    const trip = await started();
    const { km, positions } = await road(PLAZA, PARQUE, environment.now() + SECOND);
    await report(trip.driver, positions);
    const charged = await kmCharged(trip, positions.at(-1) ?? { ...PARQUE, at: 0 });
    expect(Math.abs(charged / km - 1)).toBeLessThan(0.02);
  }, 60_000);

  it('with a gap that is uploaded later, also when the car took a detour in it', async () => {
    const trip = await started();
    // A detour that the two ends of the gap do not show.
    const { km, positions } = await road(PLAZA, PARQUE, environment.now() + SECOND, [
      { lat: -34.885, lng: -56.165 },
    ]);
    const direct = await road(PLAZA, PARQUE, 0);
    expect(km).toBeGreaterThan(direct.km * 1.3);
    const { online, buffered } = hole(positions);
    await report(trip.driver, online);
    for (let from = 0; from < buffered.length; from += 500) {
      const part = buffered.slice(from, from + 500);
      const answer = await send(trip.driver, trip.id, part);
      expect(answer).toMatchObject({ status: 200, body: { kept: part.length, rejected: 0 } });
    }
    const charged = await kmCharged(trip, positions.at(-1) ?? { ...PARQUE, at: 0 });
    expect(Math.abs(charged / km - 1)).toBeLessThan(0.02);
    const trail = await environment.booking.trailOf(trip.id);
    const times = trail.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(lengthKm(trail)).toBeGreaterThan(km * 0.95);
  }, 60_000);

  it('with a gap that is never uploaded: by the road route between its ends', async () => {
    const trip = await started();
    const { km, positions } = await road(PLAZA, PARQUE, environment.now() + SECOND);
    await report(trip.driver, hole(positions).online);
    const charged = await kmCharged(trip, positions.at(-1) ?? { ...PARQUE, at: 0 });
    expect(Math.abs(charged / km - 1)).toBeLessThan(0.02);
  }, 60_000);

  it('with everything uploaded at the end: all positions first, then every status change', async () => {
    const { id, driver } = await environment.trip('ACCEPTED');
    const accepted = environment.now();
    const start = accepted + minutes(5);
    const { km, positions } = await road(PLAZA, PARQUE, start);
    const waiting = [1, 2, 3, 4].map((minute) => ({
      lat: PLAZA.lat + minute / 100_000,
      lng: PLAZA.lng,
      at: accepted + minutes(minute),
    }));
    const end = positions.at(-1) ?? { ...PARQUE, at: 0 };
    environment.pass(minutes(60));
    for (const part of [waiting, positions])
      expect((await send(driver, id, part)).body).toEqual({ kept: part.length, rejected: 0 });
    const reportStep = (route: typeof routes.arriveBooking | typeof routes.startBooking, at: number) =>
      environment.call(driver, route, id, { location: PLAZA, at });
    expect((await reportStep(routes.arriveBooking, accepted + minutes(2))).status).toBe(200);
    expect((await reportStep(routes.startBooking, start)).status).toBe(200);
    const charged = await kmCharged({ id, driver }, end);
    expect(Math.abs(charged / km - 1)).toBeLessThan(0.02);
    const record = await environment.record(id);
    expect(record.total_trip_time).toBe((end.at - start) / SECOND);
    const { rows } = await environment.database.pool.query(
      'select status, count(*)::int as points from booking_trails where booking = $1 group by status',
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

describe('positions buffered on a phone', () => {
  it('are accepted for the driver’s own current trip only', async () => {
    const trip = await started();
    const at = environment.now();
    const other = await environment.addDriver();
    const positions = [{ ...PLAZA, at }];
    expect((await send(other, trip.id, positions)).status).toBe(404);
    expect((await send(trip.driver, other.uid, positions)).status).toBe(404);
    expect((await send(await environment.addRider(), trip.id, positions)).status).toBe(403);
    environment.pass(minutes(5));
    await environment.call(trip.driver, routes.reachBooking, trip.id, { location: PARQUE });
    const before = await environment.record(trip.id);
    expect((await send(trip.driver, trip.id, positions)).body).toEqual({ kept: 0, rejected: 1 });
    expect(await environment.record(trip.id)).toEqual(before);
  });

  it('that are implausible are rejected, and the others stored', async () => {
    const trip = await started();
    const start = environment.now();
    environment.pass(minutes(10));
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
      { ...PLAZA, at: environment.now() + minutes(5) },
    ];
    const all = [...good, ...bad].sort((one, other) => one.at - other.at);
    expect((await send(trip.driver, trip.id, all)).body).toEqual({ kept: 3, rejected: 5 });
    expect(await environment.booking.trailOf(trip.id)).toEqual(
      good.map(({ at, lat, lng }) => ({ at, lat, lng })),
    );
    expect((await send(trip.driver, trip.id, good)).body).toEqual({ kept: 3, rejected: 0 });
    expect(await environment.booking.trailOf(trip.id)).toHaveLength(3);
  });

  it('sent at a thousand a second are thinned out and add no distance', async () => {
    const trip = await started();
    const start = environment.now();
    environment.pass(minutes(1));
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

  it('never move the car backwards on the map; with two phones the later position is used', async () => {
    const trip = await started();
    const start = environment.now();
    environment.pass(minutes(2));
    await tracking.api.onPosition(trip.driver, { ...PARQUE, at: environment.now() });
    await send(trip.driver, trip.id, [{ ...PLAZA, at: start + SECOND }]);
    const late = tracking.api.onPosition(trip.driver, { ...PARQUE, at: environment.now() - 5 * SECOND });
    await expect(late).rejects.toThrow('position_rejected');
    expect(environment.fleet.live.get(trip.driver.uid)).toMatchObject({
      lat: PARQUE.lat,
      at: environment.now(),
    });
  });

  it('sent twice concurrently are stored once', async () => {
    const trip = await started();
    const start = environment.now();
    environment.pass(minutes(3));
    const positions = Array.from({ length: 60 }, (_, index) => ({
      lat: PLAZA.lat + index / 50_000,
      lng: PLAZA.lng,
      at: start + (index + 1) * SECOND,
    }));
    const answers = await Promise.all([1, 2, 3].map(() => send(trip.driver, trip.id, positions)));
    for (const { body } of answers) expect(body).toEqual({ kept: 60, rejected: 0 });
    expect(await environment.booking.trailOf(trip.id)).toHaveLength(60);
  });
});

describe('positions of a car that stands still', () => {
  /** 100 positions, each about a kilometre from the one before, and the drop at the pickup 21 s after the start. */
  async function rideOfJumps(report: 'live' | 'uploaded', accuracy?: number) {
    const { id, driver } = await environment.trip('STARTED', {
      credit: 1_000_000,
      paymentPacket: { payment_mode: 'wallet' },
    });
    const accepted: Position[] = [];
    for (let index = 0; index < 100; index += 1) {
      environment.pass(205);
      const lat = PLAZA.lat + (index % 2 === 0 ? 0.0044 : -0.0044);
      const position: Position = {
        lat,
        lng: PLAZA.lng,
        at: environment.now(),
        ...(accuracy ? { accuracy } : {}),
      };
      if (report === 'live') {
        const { status } = await environment.call(driver, routes.postLocation, null, position);
        if (status < 300) accepted.push(position);
      } else accepted.push(position);
    }
    if (report === 'uploaded') await send(driver, id, accepted);
    await tracking.api.close();
    const reached = await environment.call<{ status: string }>(driver, routes.reachBooking, id, {
      location: PLAZA,
    });
    expect(reached.body.status).toBe('PAID');
    return { record: await environment.record(id), accepted: accepted.length };
  }

  it.each([
    ['live', 250],
    ['live', undefined],
    ['uploaded', 250],
    ['uploaded', undefined],
  ] as const)(
    '%s, with an accuracy of %s m, add no distance that can be driven',
    async (report, accuracy) => {
      const { record, accepted } = await rideOfJumps(report, accuracy);
      expect(accepted).toBeGreaterThan(0);
      expect(record.distance_km).toBeLessThan(0.6);
      expect(record.trip_cost).toBeLessThanOrEqual(record.estimate);
    },
  );
});
