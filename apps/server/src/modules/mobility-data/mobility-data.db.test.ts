// Tests of vehicles and trips for regulators over HTTP: contents, completeness, and the personal data that they must
// not contain.
import { routes } from '@kerb/contract';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import type { MdsTrip } from '@kerb/domain/mobility-data';
import { afterAll, describe, expect, test } from 'vitest';
import { PARQUE } from '../booking/testing/booking-environment.ts';
import { ACCEPT, createMobilityEnvironment } from './testing/mobility-environment.ts';

const environment = await createMobilityEnvironment();
afterAll(() => environment.close());

const hourOf = (at: number) => new Date(at).toISOString().slice(0, 13);

/** The trips that ended in the hour of `at`, optionally of one driver; requests them after the hour is over. */
async function tripsOf(at: number, driver?: string): Promise<MdsTrip[]> {
  await environment.reachAll();
  const { status, body } = await environment.get(`/mds/trips?end_time=${hourOf(at)}`);
  expect(status).toBe(200);
  const trips: MdsTrip[] = body.trips;
  if (driver === undefined) return trips;
  const device = await environment.deviceOf(driver);
  return trips.filter(({ device_id }) => device_id === device);
}

const passHour = () => environment.pass(MS_PER_HOUR + 10 * MS_PER_MINUTE);

describe('the API version', () => {
  test.each([
    [ACCEPT, 200],
    ['text/html, application/vnd.mds+json; version=2.0;q=0.9', 200],
    ['application/vnd.mds+json;version=1.2', 406],
    ['application/vnd.mds+json', 406],
    ['application/json', 406],
    ['*/*', 406],
  ])('%s is answered with %s', async (accept, status) => {
    const answer = await environment.get('/mds/vehicles', { accept });
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.headers['content-type']).toBe(ACCEPT);
  });
});

describe('vehicles', () => {
  test('are those in service, with a stable id that is not the driver’s, and the declared attributes', async () => {
    const driver = await environment.addDriver();
    await environment.addDuty(driver.uid, environment.now());
    const carType = environment.carType.id;
    const declared = {
      vehicle_type: 'car',
      propulsion_types: ['electric', 'electric'],
      wheelchair_accessible: true,
    };
    const { status } = await environment.call(environment.admin, routes.declareCarType, carType, declared);
    expect(status).toBe(200);
    const { body, text } = await environment.get('/mds/vehicles');
    const device_id = await environment.deviceOf(driver.uid);
    const found = body.vehicles.find((vehicle: { device_id: string }) => vehicle.device_id === device_id);
    expect(found).toMatchObject({
      vehicle_type: 'car',
      vehicle_attributes: { make: 'Chevrolet', model: 'Onix' },
      propulsion_types: ['electric'],
      accessibility_attributes: ['wheelchair_accessible'],
    });
    expect(text).not.toContain(driver.uid);
    expect(text).not.toContain('Number');
    expect((await environment.get(`/mds/vehicles/${device_id}`)).body.vehicles).toEqual([found]);
    expect((await environment.get(`/mds/vehicles/${driver.uid}`)).body.code).toBe('not_found');
    expect((await environment.get('/mds/vehicles/nonsense')).body.code).toBe('invalid_input');
    expect(
      (await environment.call(environment.admin, routes.declareCarType, driver.uid, declared)).code,
    ).toBe('not_found');
  });

  test('are listed for 30 days after they were in service, and found by their id permanently', async () => {
    const driver = await environment.addDriver();
    const device_id = await environment.deviceOf(driver.uid);
    await environment.addDuty(driver.uid, environment.now(), environment.now());
    const isListed = async () => (await environment.get('/mds/vehicles')).text.includes(device_id);
    environment.pass(30 * MS_PER_DAY);
    expect(await isListed()).toBe(true);
    environment.pass(1);
    expect(await isListed()).toBe(false);
    expect((await environment.get(`/mds/vehicles/${device_id}`)).status).toBe(200);
  });

  test('are paged without overlaps or gaps', async () => {
    await environment.database.pool.query(`
      insert into users (uid, usertype, first_name, last_name, referral_id, created_at, updated_at)
      select gen_random_uuid(), 'driver', 'P', 'Q', 'many' || n, 1, 1 from generate_series(1, 620) n`);
    await environment.database.pool.query(`
      insert into drivers (uid, driver_active_status) select uid, false from users where referral_id like 'many%'`);
    await environment.database.pool.query(
      `insert into duty_periods (uid, started_at, seen_at, ended_at)
       select uid, $1::bigint, $1::bigint, $1::bigint + 1 from users where referral_id like 'many%'`,
      [environment.now() - MS_PER_DAY],
    );
    const seen = new Set<string>();
    let path: string | null = '/mds/vehicles';
    let pages = 0;
    for (; path !== null && pages < 5; pages += 1) {
      const { body }: { body: { vehicles: { device_id: string }[]; links: { next: string | null } } } =
        await environment.get(path);
      for (const { device_id } of body.vehicles) {
        expect(seen.has(device_id)).toBe(false);
        seen.add(device_id);
      }
      path =
        body.links.next &&
        new URL(body.links.next).pathname.replace('/api/v1', '') + new URL(body.links.next).search;
    }
    expect(pages).toBe(2);
    expect(seen.size).toBeGreaterThanOrEqual(620);
    expect((await environment.get('/mds/vehicles?cursor=nonsense')).body.code).toBe('invalid_input');
  });
});

describe('the status of a vehicle', () => {
  test.each([
    ['ACCEPTED', 'reserved', 'reservation_start'],
    ['ARRIVED', 'stopped', 'reservation_stop'],
    ['STARTED', 'on_trip', 'trip_start'],
    ['REACHED', 'stopped', 'trip_stop'],
    ['PAID', 'available', 'trip_end'],
  ] as const)('of a driver whose booking is %s is %s', async (status, state, event) => {
    const { driver } = await environment.trip(status);
    const { body } = await environment.get(`/mds/vehicles/status/${await environment.deviceOf(driver.uid)}`);
    const [{ last_event, last_telemetry }] = body.vehicles_status;
    expect(last_event).toMatchObject({ vehicle_state: state, event_types: [event] });
    expect(last_event.trip_ids).toHaveLength(1);
    expect(last_telemetry.trip_ids).toEqual(state === 'available' ? null : last_event.trip_ids);
    expect(last_telemetry.location.lat).toBe(Number(last_telemetry.location.lat.toFixed(3)));
  });

  test('is that of the current trip while a follow-on trip waits', async () => {
    const { id, driver } = await environment.trip('STARTED');
    const next = await environment.trip('ACCEPTED');
    await environment.database.pool.query(
      `update bookings set driver = $3, follows = $2, pickup_promised_at = $4, pickup_expected_at = $4,
         driver_accept_time = $4 where id = $1`,
      [next.id, id, driver.uid, environment.now() + 1],
    );
    const path = `/mds/vehicles/status/${await environment.deviceOf(driver.uid)}`;
    const { body } = await environment.get(path);
    expect(body.vehicles_status[0].last_event.vehicle_state).toBe('on_trip');
  });

  test('follows the driver’s duty and connection when there is no trip', async () => {
    const driver = await environment.addDriver();
    const device = await environment.deviceOf(driver.uid);
    const read = async () => {
      const { status, body } = await environment.get(`/mds/vehicles/status/${device}`);
      return status === 200 ? body.vehicles_status[0].last_event.vehicle_state : status;
    };
    await environment.addDuty(driver.uid, environment.now());
    expect(await read()).toBe('available');
    environment.pass(11 * MS_PER_MINUTE);
    expect(await read()).toBe('non_contactable');
    environment.stand(driver.uid, PARQUE);
    await environment.call(driver, routes.setDuty, null, { driverActiveStatus: false });
    expect(await read()).toBe('non_operational');
    environment.pass(91 * MS_PER_MINUTE);
    expect(await read()).toBe(404);
  });
});

describe('trips', () => {
  test('of an hour are the drives to pickups and the rides that ended in it, without personal data', async () => {
    // Not a whole minute, so that the test fails if exact times are published.
    environment.pass(17_345);
    const { id, rider, driver } = await environment.trip('PAID');
    const { trip_end_time, reference } = await environment.record(id);
    const endedAt = trip_end_time ?? 0;
    passHour();
    const trips = await tripsOf(endedAt, driver.uid);
    expect(trips.map(({ trip_type }) => trip_type)).toEqual([['reservation'], ['private']]);
    expect(new Set(trips.map(({ journey_id }) => journey_id)).size).toBe(1);
    const ride = trips[1];
    expect(ride).toMatchObject({
      duration: 600,
      currency: 'UYU',
      trip_attributes: { hail_type: 'app', passenger_count: 1, app_name: 'Kerb' },
      fare_attributes: { payment_type: 'cash', fare_type: 'meter_fare', base_rate: 5000 },
    });
    expect(ride?.actual_cost).toBe((await environment.record(id)).trip_cost);
    const text = JSON.stringify(trips);
    for (const secret of [id, rider.uid, driver.uid, reference, 'Ana', 'Number', 'Plaza', '+598', '@'])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    for (const trip of trips)
      for (const place of [
        trip.start_location,
        trip.end_location,
        trip.trip_attributes.requested_trip_start_location,
      ])
        for (const degrees of [place.lat, place.lng]) expect(degrees).toBe(Number(degrees.toFixed(3)));
    for (const { start_time, end_time } of trips)
      expect([start_time % 60_000, end_time % 60_000]).toEqual([0, 0]);
  });

  test('contain a cancelled booking as the drive to its pickup, with the reason only if it is listed', async () => {
    const { id, driver } = await environment.trip('ACCEPTED');
    environment.pass(4 * MS_PER_MINUTE);
    const cancelledAt = environment.now();
    const reason = { reason: 'Rider Ana of 18 de Julio 1234 was rude' };
    expect((await environment.call(driver, routes.cancelBooking, id, reason)).status).toBe(200);
    passHour();
    const trips = await tripsOf(cancelledAt, driver.uid);
    expect(trips).toHaveLength(1);
    expect(trips[0]).toMatchObject({
      trip_type: ['reservation'],
      duration: 240,
      trip_attributes: { passenger_count: 0, cancellation_reason: 'other' },
    });
  });

  test('start and end where the steps were taken; a drive to a pickup is as long as its positions', async () => {
    const { pool } = environment.database;
    const { id, driver } = await environment.trip('ACCEPTED');
    const acceptedAt = environment.now();
    const positions = [-34.95, -34.94, -34.96];
    for (const [index, lat] of positions.entries())
      await pool.query(
        "insert into booking_trails (booking, at, status, lat, lng) values ($1, $2, 'ACCEPTED', $3, -56.2)",
        [id, acceptedAt + index * 1000, lat],
      );
    for (const route of [routes.arriveBooking, routes.startBooking, routes.reachBooking]) {
      environment.pass(MS_PER_MINUTE);
      expect((await environment.call(driver, route, id)).status).toBe(200);
    }
    await pool.query(
      `delete from booking_timeline_entries where booking = $1 and status in ('ACCEPTED', 'STARTED', 'REACHED')`,
      [id],
    );
    for (const [status, lat] of [
      ['STARTED', -34.91],
      ['REACHED', -34.92],
    ] as const)
      await pool.query(
        `insert into booking_timeline_entries (id, booking, at, status, lat, lng)
         values (gen_random_uuid(), $1, $2, $3, $4, -56.2)`,
        [id, environment.now(), status, lat],
      );
    const endedAt = environment.now();
    passHour();
    const [approach, ride] = await tripsOf(endedAt, driver.uid);
    expect(approach).toMatchObject({ start_location: { lat: -34.95, lng: -56.2 }, distance: 3340 });
    expect(ride).toMatchObject({
      start_location: { lat: -34.91, lng: -56.2 },
      end_location: { lat: -34.92, lng: -56.2 },
    });
  });

  test('that end at the first moment of an hour are listed in that hour only', async () => {
    const { id, driver } = await environment.trip('PAID');
    passHour();
    const hour = environment.now() - (environment.now() % MS_PER_HOUR);
    await environment.database.pool.query(
      'update bookings set driver_arrive_time = $2, trip_end_time = $2 where id = $1',
      [id, hour],
    );
    passHour();
    expect(await tripsOf(hour, driver.uid)).toHaveLength(2);
    expect(await tripsOf(hour - 1, driver.uid)).toEqual([]);
  });

  test('contain the drive to a pickup once when the booking was cancelled there', async () => {
    const { id, driver } = await environment.trip('ARRIVED');
    const reason = { reason: 'No one came' };
    expect((await environment.call(driver, routes.cancelBooking, id, reason)).status).toBe(200);
    const cancelledAt = environment.now();
    passHour();
    expect(await tripsOf(cancelledAt, driver.uid)).toHaveLength(1);
  });

  test('of a rider who deleted the account have coarser places', async () => {
    const { id, rider, driver } = await environment.trip('PAID');
    const { trip_end_time } = await environment.record(id);
    await environment.database.pool.query('update users set deleted_at = 1 where uid = $1', [rider.uid]);
    passHour();
    const trips = await tripsOf(trip_end_time ?? 0, driver.uid);
    expect(trips).toHaveLength(2);
    for (const { start_location, end_location } of trips)
      for (const { lat, lng } of [start_location, end_location])
        expect([lat, lng]).toEqual([Number(lat.toFixed(2)), Number(lng.toFixed(2))]);
  });

  test('are 404 for an hour that is not over, and 202 while a driver on a trip is offline', async () => {
    await environment.trip('STARTED');
    await environment.reachAll();
    const now = environment.now();
    const status = async (at: number) => (await environment.get(`/mds/trips?end_time=${hourOf(at)}`)).status;
    expect(await status(now)).toBe(404);
    expect(await status(now + MS_PER_HOUR)).toBe(404);
    passHour();
    expect(await status(now)).toBe(202);
    await environment.reachAll();
    expect(await status(now)).toBe(200);
  });

  test('are complete five minutes after their hour, or after twelve hours if a driver is still offline', async () => {
    environment.pass(MS_PER_HOUR - (environment.now() % MS_PER_HOUR));
    const hour = environment.now();
    const status = async () => (await environment.get(`/mds/trips?end_time=${hourOf(hour)}`)).status;
    environment.pass(MS_PER_HOUR + 5 * MS_PER_MINUTE - 1);
    await environment.reachAll();
    expect(await status()).toBe(202);
    environment.pass(1);
    expect(await status()).toBe(200);
    await environment.trip('STARTED');
    await environment.database.pool.query('update bookings set driver_accept_time = $1 where status = $2', [
      hour,
      'STARTED',
    ]);
    await environment.database.pool.query('update driver_positions set seen_at = $1', [hour]);
    environment.pass(hour + 13 * MS_PER_HOUR - 1 - environment.now());
    expect(await status()).toBe(202);
    environment.pass(1);
    expect(await status()).toBe(200);
  });

  test('are empty for an hour without trips, and 404 before the first operation', async () => {
    environment.pass(3 * MS_PER_DAY);
    expect(await tripsOf(environment.now() - MS_PER_DAY)).toEqual([]);
    expect((await environment.get('/mds/trips?end_time=2019-01-01T00')).status).toBe(404);
  });

  test.each(['', '2026-03-02', '2026-03-02T24', '2026-02-30T10', '2026-03-02T10:00', 'now'])(
    'need an hour that exists: %s is refused',
    async (hour) => {
      expect((await environment.get(`/mds/trips?end_time=${hour}`)).body.code).toBe('invalid_input');
    },
  );

  test('require an hour', async () => {
    expect((await environment.get('/mds/trips')).status).toBe(400);
  });
});
