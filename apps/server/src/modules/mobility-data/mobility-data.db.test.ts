// Vehicles and trips for regulators over HTTP: who gets in with which key, what the answers hold, and what they never do.
import { type PartnerKey, routes } from '@kerb/contract';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import type { MdsTrip } from '@kerb/domain/mobility-data';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type BookingEnvironment,
  createBookingEnvironment,
  PARQUE,
} from '../booking/testing/booking-environment.ts';
import { createMemoryFiles } from '../fleet/testing/memory-files.ts';
import { createPartnerKeysModule } from '../partner-keys/index.ts';
import { createResolveKey } from '../partner-keys/manage-keys.ts';
import { createMobilityDataModule, WRITE_FILES_JOB } from './index.ts';

const ACCEPT = 'application/vnd.mds+json;version=2.0';
const files = createMemoryFiles();
let environment: BookingEnvironment;
let mobilityData: ReturnType<typeof createMobilityDataModule>;
let admin: Awaited<ReturnType<BookingEnvironment['addAdmin']>>;

beforeAll(async () => {
  environment = await createBookingEnvironment(
    {},
    {
      resolveKey: createResolveKey,
      more: (parts) => {
        const carTypes = { carTypes: async () => [environment.carType] };
        const logger = { info: () => undefined };
        mobilityData = createMobilityDataModule({ ...parts, carTypes, logger, storage: files.storage });
        return [createPartnerKeysModule(parts), mobilityData];
      },
    },
  );
  admin = await environment.addAdmin();
});
afterAll(() => environment.close());

async function addKey(...scopes: string[]): Promise<{ item: PartnerKey; key: string }> {
  const body = { name: 'City Hall', scopes };
  const answer = await environment.call<{ item: PartnerKey; key: string }>(
    admin,
    routes.addPartnerKey,
    null,
    body,
  );
  expect(answer.status).toBe(201);
  return answer.body;
}

async function get(path: string, key: string | null, headers: Record<string, string> = { accept: ACCEPT }) {
  const response = await environment.server.inject({
    method: 'GET',
    url: `/api/v1${path}`,
    headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...headers },
  });
  return {
    status: response.statusCode,
    body: response.json(),
    headers: response.headers,
    text: response.body,
  };
}

const hourOf = (at: number) => new Date(at).toISOString().slice(0, 13);

/** The trips of the hour of `at`, once the clock is past it. */
async function tripsOf(at: number, key: string) {
  await reachAll();
  const { status, body } = await get(`/mds/trips?end_time=${hourOf(at)}`, key);
  expect(status).toBe(200);
  return body.trips as MdsTrip[];
}

const passHour = () => environment.pass(MS_PER_HOUR + 10 * MS_PER_MINUTE);

/** Every driver's phone is connected now, so that no trip under way can still get steps of before. */
async function reachAll(): Promise<void> {
  await environment.database.pool.query(
    `insert into driver_positions (uid, lat, lng, at, seen_at) select uid, -34.9, -56.1, $1, $1 from drivers
     on conflict (uid) do update set seen_at = excluded.seen_at`,
    [environment.now()],
  );
}

describe('a key', () => {
  const lists = ['/mds/vehicles', '/mds/vehicles/status', '/mds/trips?end_time=2026-03-02T10'];

  test('opens what its scope names and nothing else', async () => {
    const { key } = await addKey('mds.vehicles');
    expect((await get('/mds/vehicles', key)).status).toBe(200);
    expect((await get('/mds/vehicles/status', key)).status).toBe(200);
    const refused = await get('/mds/trips?end_time=2026-03-02T10', key);
    expect(refused).toMatchObject({ status: 401, body: { code: 'key_scope', error: 'key_scope' } });
    for (const path of ['/bookings', '/promos', '/partner-keys', '/mobility-data/files'])
      expect([path, (await get(path, key)).body.code]).toEqual([path, 'not_logged_in']);
  });

  test.each(lists)(
    'is needed for %s: nothing, a session, an unknown or a malformed one is refused',
    async (path) => {
      const rider = await environment.addRider();
      const unknown = `kerb_key_${'A'.repeat(43)}`;
      for (const [about, key] of [
        ['nothing', null],
        ['the session of an admin', admin.uid],
        ['the session of a rider', rider.uid],
        ['unknown', unknown],
        ['malformed', 'kerb_key_'],
        ['of another kind', 'x'.repeat(300)],
      ] as const) {
        const { status, body } = await get(path, key);
        expect([about, status, body.code]).toEqual([about, 401, 'key_invalid']);
        expect(body.error_details).toHaveLength(1);
      }
    },
  );

  test('opens nothing once it is revoked, and is revoked once', async () => {
    const { item, key } = await addKey('mds.vehicles', 'mds.trips');
    expect((await get('/mds/vehicles', key)).status).toBe(200);
    expect((await environment.call(admin, routes.revokePartnerKey, item.id)).status).toBe(204);
    expect((await get('/mds/vehicles', key)).body.code).toBe('key_invalid');
    expect((await environment.call(admin, routes.revokePartnerKey, item.id)).code).toBe('not_found');
  });

  test('is stored as its hash alone, and listed with when it was last used', async () => {
    const { item, key } = await addKey('mds.trips');
    await get('/mds/trips?end_time=2026-03-02T10', key);
    const { body } = await environment.call<{ items: PartnerKey[] }>(admin, routes.listPartnerKeys, null);
    const listed = body.items.find(({ id }) => id === item.id);
    expect(listed?.last_used_at).toBe(Math.floor(environment.now() / MS_PER_MINUTE) * MS_PER_MINUTE);
    const { rows } = await environment.database.pool.query(
      'select partner_keys::text as row from partner_keys',
    );
    expect(JSON.stringify([rows, body])).not.toContain(key.slice(-20));
  });

  test('is made by admins alone, with a name and scopes that exist', async () => {
    const rider = await environment.addRider();
    const add = (body: object, actor = admin) => environment.call(actor, routes.addPartnerKey, null, body);
    expect((await add({ name: 'Mine', scopes: ['mds.trips'] }, rider)).code).toBe('forbidden');
    for (const body of [
      { name: ' ', scopes: ['mds.trips'] },
      { name: 'x'.repeat(81), scopes: ['mds.trips'] },
      { name: 'None', scopes: [] },
      { name: 'Unknown', scopes: ['mds.everything'] },
      { name: 'Twice', scopes: ['mds.trips', 'mds.trips'] },
    ])
      expect([body, (await add(body)).code]).toEqual([body, 'invalid_input']);
    environment.set({ AllowCriticalEditsAdmin: false });
    expect((await add({ name: 'Demo', scopes: ['mds.trips'] })).code).toBe('demo_mode');
    environment.set({ AllowCriticalEditsAdmin: true });
  });
});

describe('the version', () => {
  test.each([
    [ACCEPT, 200],
    ['text/html, application/vnd.mds+json; version=2.0;q=0.9', 200],
    ['application/vnd.mds+json;version=1.2', 406],
    ['application/vnd.mds+json', 406],
    ['application/json', 406],
    ['*/*', 406],
  ])('%s is answered with %s', async (accept, status) => {
    const { key } = await addKey('mds.vehicles');
    const answer = await get('/mds/vehicles', key, { accept });
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.headers['content-type']).toBe(ACCEPT);
  });
});

describe('vehicles', () => {
  test('are those in service, with a stable id that is not the driver’s, and what was declared of their car type', async () => {
    const { key } = await addKey('mds.vehicles');
    const driver = await environment.addDriver();
    await onDuty(driver.uid);
    const carType = environment.carType.id;
    const declared = {
      vehicle_type: 'car',
      propulsion_types: ['electric', 'electric'],
      wheelchair_accessible: true,
    };
    const { status } = await environment.call(admin, routes.declareCarType, carType, declared);
    expect(status).toBe(200);
    const { body, text } = await get('/mds/vehicles', key);
    const device_id = await deviceOf(driver.uid);
    const found = body.vehicles.find((vehicle: { device_id: string }) => vehicle.device_id === device_id);
    expect(found).toMatchObject({
      vehicle_type: 'car',
      vehicle_attributes: { make: 'Chevrolet', model: 'Onix' },
      propulsion_types: ['electric'],
      accessibility_attributes: ['wheelchair_accessible'],
    });
    expect(text).not.toContain(driver.uid);
    expect(text).not.toContain('Number');
    expect((await get(`/mds/vehicles/${device_id}`, key)).body.vehicles).toEqual([found]);
    expect((await get(`/mds/vehicles/${driver.uid}`, key)).body.code).toBe('not_found');
    expect((await get('/mds/vehicles/nonsense', key)).body.code).toBe('invalid_input');
    expect((await environment.call(admin, routes.declareCarType, driver.uid, declared)).code).toBe(
      'not_found',
    );
  });

  test('come in pages that neither overlap nor end early', async () => {
    const { key } = await addKey('mds.vehicles');
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
        await get(path, key);
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
    expect((await get('/mds/vehicles?cursor=nonsense', key)).body.code).toBe('invalid_input');
  });
});

async function onDuty(uid: string): Promise<void> {
  await environment.database.pool.query(
    'insert into duty_periods (uid, started_at, seen_at) values ($1, $2, $2) on conflict do nothing',
    [uid, environment.now()],
  );
}

async function deviceOf(uid: string): Promise<string> {
  const { rows } = await environment.database.pool.query('select device_id from drivers where uid = $1', [
    uid,
  ]);
  return rows[0]?.device_id;
}

describe('the status of a vehicle', () => {
  test.each([
    ['ACCEPTED', 'reserved', 'reservation_start'],
    ['ARRIVED', 'stopped', 'reservation_stop'],
    ['STARTED', 'on_trip', 'trip_start'],
    ['REACHED', 'stopped', 'trip_stop'],
    ['PAID', 'available', 'trip_end'],
  ] as const)('of a driver whose booking is %s is %s', async (status, state, event) => {
    const { key } = await addKey('mds.vehicles');
    const { driver } = await environment.trip(status);
    const { body } = await get(`/mds/vehicles/status/${await deviceOf(driver.uid)}`, key);
    const [{ last_event, last_telemetry }] = body.vehicles_status;
    expect(last_event).toMatchObject({ vehicle_state: state, event_types: [event] });
    expect(last_event.trip_ids).toHaveLength(1);
    expect(last_telemetry.trip_ids).toEqual(state === 'available' ? null : last_event.trip_ids);
    expect(last_telemetry.location.lat).toBe(Number(last_telemetry.location.lat.toFixed(3)));
  });

  test('is that of the driver’s duty and phone without a trip', async () => {
    const { key } = await addKey('mds.vehicles');
    const driver = await environment.addDriver();
    const device = await deviceOf(driver.uid);
    const read = async () => {
      const { status, body } = await get(`/mds/vehicles/status/${device}`, key);
      return status === 200 ? body.vehicles_status[0].last_event.vehicle_state : status;
    };
    await onDuty(driver.uid);
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
  test('of an hour are the drives to pickups and the rides that ended in it, without the rider', async () => {
    const { key } = await addKey('mds.trips');
    const { id, rider, driver } = await environment.trip('PAID');
    const { trip_end_time, reference } = await environment.record(id);
    const endedAt = trip_end_time ?? 0;
    passHour();
    const device_id = await deviceOf(driver.uid);
    const trips = (await tripsOf(endedAt, key)).filter((trip) => trip.device_id === device_id);
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

  test('hold a cancelled booking as the drive to the pickup, with the driver’s reason only if it is on the list', async () => {
    const { key } = await addKey('mds.trips');
    const { id, driver } = await environment.trip('ACCEPTED');
    environment.pass(4 * MS_PER_MINUTE);
    const cancelledAt = environment.now();
    const reason = { reason: 'Rider Ana of 18 de Julio 1234 was rude' };
    expect((await environment.call(driver, routes.cancelBooking, id, reason)).status).toBe(200);
    passHour();
    const device_id = await deviceOf(driver.uid);
    const trips = (await tripsOf(cancelledAt, key)).filter((trip) => trip.device_id === device_id);
    expect(trips).toHaveLength(1);
    expect(trips[0]).toMatchObject({
      trip_type: ['reservation'],
      duration: 240,
      trip_attributes: { passenger_count: 0, cancellation_reason: 'other' },
    });
  });

  test('of a rider who deleted the account have rougher places', async () => {
    const { key } = await addKey('mds.trips');
    const { id, rider, driver } = await environment.trip('PAID');
    const { trip_end_time } = await environment.record(id);
    await environment.database.pool.query('update users set deleted_at = 1 where uid = $1', [rider.uid]);
    passHour();
    const device_id = await deviceOf(driver.uid);
    const trips = (await tripsOf(trip_end_time ?? 0, key)).filter((trip) => trip.device_id === device_id);
    expect(trips).toHaveLength(2);
    for (const { start_location, end_location } of trips)
      for (const { lat, lng } of [start_location, end_location])
        expect([lat, lng]).toEqual([Number(lat.toFixed(2)), Number(lng.toFixed(2))]);
  });

  test('are not found for an hour that is not over, and accepted while a driver on a trip is offline', async () => {
    const { key } = await addKey('mds.trips');
    await environment.trip('STARTED');
    await reachAll();
    const now = environment.now();
    const status = async (at: number) => (await get(`/mds/trips?end_time=${hourOf(at)}`, key)).status;
    expect(await status(now)).toBe(404);
    expect(await status(now + MS_PER_HOUR)).toBe(404);
    passHour();
    expect(await status(now)).toBe(202);
    await reachAll();
    expect(await status(now)).toBe(200);
  });

  test('are empty for an hour without any, and not found before there was an operation', async () => {
    const { key } = await addKey('mds.trips');
    environment.pass(3 * MS_PER_DAY);
    expect(await tripsOf(environment.now() - MS_PER_DAY, key)).toEqual([]);
    expect((await get('/mds/trips?end_time=2019-01-01T00', key)).status).toBe(404);
  });

  test.each(['', '2026-03-02', '2026-03-02T24', '2026-02-30T10', '2026-03-02T10:00', 'now'])(
    'need an hour that exists: %s is refused',
    async (hour) => {
      const { key } = await addKey('mds.trips');
      expect((await get(`/mds/trips?end_time=${hour}`, key)).body.code).toBe('invalid_input');
    },
  );

  test('need an hour', async () => {
    const { key } = await addKey('mds.trips');
    expect((await get('/mds/trips', key)).status).toBe(400);
  });
});

describe('the nightly files', () => {
  const write = async () => {
    await mobilityData.jobs?.[WRITE_FILES_JOB]?.({});
    const { body } = await environment.call<{ items: { day: string; trips: number }[] }>(
      admin,
      routes.listTripFiles,
      null,
    );
    return body.items;
  };

  test('hold the trips of a day of the operator’s calendar, make up for missed nights, and go when they are old', async () => {
    // Noon in Montevideo, so that a trip is in the day that its UTC hour is in.
    environment.pass(MS_PER_DAY - (environment.now() % MS_PER_DAY) + 15 * MS_PER_HOUR);
    const { driver } = await environment.trip('PAID');
    const day = new Date(environment.now()).toISOString().slice(0, 10);
    environment.pass(MS_PER_DAY);
    await reachAll();
    await Promise.all([write(), write()]);
    expect((await write())[0]).toMatchObject({ day, trips: 2 });
    const url = `/api/v1/mobility-data/files/${day}`;
    const download = (token: string, at = url) =>
      environment.server.inject({ url: at, headers: { authorization: `Bearer ${token}` } });
    const file = await download(admin.uid);
    expect(file.statusCode).toBe(200);
    const lines = file.body.trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]?.replace('\ufeff', '').split(',').slice(0, 5)).toEqual([
      'provider_id',
      'device_id',
      'trip_id',
      'journey_id',
      'trip_type',
    ]);
    expect(lines[2]).toContain(await deviceOf(driver.uid));
    expect((await download(driver.uid)).statusCode).toBe(403);
    expect((await download(admin.uid, url.replace(day, '2020-01-01'))).statusCode).toBe(404);
    expect((await download(admin.uid, url.replace(day, '..%2Fsecret'))).statusCode).toBe(400);

    environment.pass(3 * MS_PER_DAY);
    await reachAll();
    expect((await write()).length).toBe(4);
    environment.pass(95 * MS_PER_DAY);
    await reachAll();
    const left = await write();
    expect(left).toHaveLength(90);
    expect(left.map((one) => one.day)).not.toContain(day);
    expect([...files.stored.keys()].some((name) => name.includes(day))).toBe(false);
  });

  test('wait for a driver on a trip who is offline', async () => {
    await environment.trip('STARTED');
    await reachAll();
    const [before] = await write();
    const untilMidnight = MS_PER_DAY - ((environment.now() - 3 * MS_PER_HOUR) % MS_PER_DAY);
    environment.pass(untilMidnight + MS_PER_HOUR);
    expect((await write())[0]).toEqual(before);
    await reachAll();
    const [written] = await write();
    expect(Date.parse(written?.day ?? '')).toBe(Date.parse(before?.day ?? '') + MS_PER_DAY);
  });
});
