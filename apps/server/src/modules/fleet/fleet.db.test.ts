// Tests of the fleet on a real database: car types, duty, nearby drivers with failed checks, and positions after a
// restart.
import { carType as carTypeSchema } from '@kerb/domain/fleet';
import type { LatLng } from '@kerb/domain/geo';
import { ZERO } from '@kerb/domain/kernel';
import { type Settings, settings as settingsSchema } from '@kerb/domain/settings';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { createInProcessBus } from '../../adapters/bus/in-process-bus.ts';
import { uuidV7 } from '../../adapters/clock/system-clock.ts';
import type { Actor } from '../../kit/index.ts';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { waitFor } from '../../kit/testing/wait-for.ts';
import { createCarTypesModule } from '../car-types/index.ts';
import { createIdentityModule, type UserInput } from '../identity/index.ts';
import { shippedLanguagesApi } from '../languages/testing/shipped-languages.ts';
import type { SettingsApi } from '../settings/index.ts';
import { driversRepository } from './drivers.repository.ts';
import { dutyPeriodsRepository } from './duty-periods.repository.ts';
import { noOtherCities } from './fleet.ports.ts';
import { createFleetModule, type DriverPatch, type GatedDriver, type NewDriver } from './index.ts';
import { createLiveDrivers } from './live-drivers.ts';
import { POSITION_VALID_MS } from './live-fleet.ts';
import { createNearbyDrivers } from './nearby-drivers.ts';
import { createSetDuty } from './set-duty.ts';
import { createMemoryFiles } from './testing/memory-files.ts';
import { oneServer } from './testing/one-server.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const { queries: db, withTx } = database;

let now = Date.UTC(2026, 5, 1, 12);
const clock = { now: () => now };
const ids = uuidV7;
let settings: Settings = settingsSchema.parse({});
const settingsApi: SettingsApi = {
  get: async () => settings,
  publicSettings: async () => Promise.reject(new Error('not asked')),
  edit: async () => settings,
  addDefaultCancelReasons: async () => undefined,
  markSeed: async () => true,
};
const identity = createIdentityModule({
  db,
  withTx,
  clock,
  ids,
  sms: { kind: 'inbox', send: async () => undefined },
  secret: 'a secret of the tests',
  settings: settingsApi,
  languages: shippedLanguagesApi,
  signInCheck: async () => true,
  isUnthrottled: () => true,
  wallet: { balanceOf: async () => ZERO },
  drivers: { driverPartOf: async () => null, updateVehicle: async () => undefined },
}).api;
const bus = createInProcessBus((error) => {
  throw error;
});
const carTypes = createCarTypesModule({
  ...createMemoryFiles(),
  db,
  withTx,
  clock,
  ids,
  bus,
  settings: settingsApi,
  languages: shippedLanguagesApi,
  drivers: { isCarTypeAssigned: async () => false, unassignCarType: async () => undefined },
  vehicles: { isCarTypeNeeded: async () => false },
  bookings: { isCarTypeInUse: async () => false },
  recurringBookings: { renameChoices: async () => undefined },
});
const makeFleet = () =>
  createFleetModule({
    db,
    withTx,
    clock,
    bus,
    logger: { warn: (details) => Promise.reject(details) },
    settings: settingsApi,
    identity,
    carTypes: carTypes.api,
    shifts: { shiftOf: async () => ({ isPlanned: false, isOpen: false, next: null }) },
    trips: { tripsOf: async () => new Map(), endingTrips: async () => [] },
    vehicles: { isSharedWith: async () => false },
    cars: oneServer,
    secondsTo: async (starts) => starts.map(() => 60),
  });
const fleet = makeFleet();

const carTypeNamed = (name: string, createdAt: number) =>
  carTypeSchema.parse({
    id: ids.next(),
    name,
    rate_per_unit_distance: 40.25,
    rate_per_hour: 200,
    min_fare: 90,
    createdAt,
  });
const sedan = { ...carTypeNamed('Sedan', 1), parcelTypes: [{ description: 'Box', amount: 30 }] };
const van = carTypeNamed('Van', 2);
await withTx((tx) => fleet.api.addCarTypes(tx, [sedan, van]));

const center: LatLng = { lat: -34.9059, lng: -56.1913 };
/** The place this many km north of the centre. */
const north = (km: number): LatLng => ({ lat: center.lat + km / 111.19508, lng: center.lng });

let nextNumber = 100;
async function addDriver(
  at: LatLng | null,
  driver: Partial<NewDriver> = {},
  person: Partial<UserInput> = {},
): Promise<Actor> {
  const mobile = `+59894100${(nextNumber++).toString().padStart(3, '0')}`;
  const user = await withTx((tx) => identity.createUser(tx, { usertype: 'driver', mobile, ...person }));
  const record: NewDriver = {
    uid: user.uid,
    carType: sedan.id,
    vehicleMake: 'Fiat',
    vehicleModel: 'Argo',
    vehicleNumber: 'SAB 1234',
    other_info: '',
    driverActiveStatus: true,
    queue: false,
    fleetadmin: null,
    ...driver,
  };
  await withTx((tx) => fleet.api.addDrivers(tx, [record]));
  if (at) fleet.api.live.put({ driver: user.uid, ...at, heading: 90, at: now });
  return { uid: user.uid, usertype: 'driver', sessionId: 's' };
}
const uidsNear = async (carType?: string): Promise<string[]> =>
  (await fleet.api.eligibleNear(center, { carType })).map(({ driver }) => driver);
async function gatesNear(point: LatLng, carType: string | null) {
  const found: GatedDriver[] = [];
  for await (const group of fleet.api.searchNear(point, carType)) found.push(...group);
  return found;
}
function forgetEveryone(): void {
  for (const { driver } of fleet.api.live.all()) fleet.api.live.remove(driver);
}
const code = (expected: string) => expect.objectContaining({ code: expected });

test('car types are returned as they were added, in their order', async () => {
  expect(await fleet.api.carTypes()).toEqual([sedan, van]);
  expect(await fleet.api.carType(van.id)).toEqual(van);
  expect(await fleet.api.carType(ids.next())).toBeNull();
});

describe('duty', () => {
  const setDuty = createSetDuty({
    withTx,
    clock,
    isApproved: async (uid) => (await identity.approvedAmong([uid])).has(uid),
    admit: async () => null,
    vehicles: { isSharedWith: async () => false },
    mobileOf: async () => null,
    elsewhere: noOtherCities,
    reportingDevices: { use: async () => undefined },
  });
  const onDuty = async ({ uid }: Actor) => (await fleet.api.driverOf(uid))?.driverActiveStatus;

  test('a driver goes on and off duty, and each change publishes an event', async () => {
    const driver = await addDriver(null, { driverActiveStatus: false });
    await setDuty(driver, true);
    expect(await onDuty(driver)).toBe(true);
    await setDuty(driver, false);
    expect(await onDuty(driver)).toBe(false);
    const { rows } = await database.pool.query(
      'select name, data from outbox_events where topics @> $1 or data @> $2 order by id',
      [[`user:${driver.uid}`], { uid: driver.uid, driverActiveStatus: false }],
    );
    expect(rows).toEqual([
      { name: 'me.changed', data: {} },
      { name: 'driver.duty_changed', data: { uid: driver.uid, driverActiveStatus: false } },
      { name: 'me.changed', data: {} },
    ]);
  });

  test('a driver who is not approved cannot go on duty', async () => {
    const driver = await addDriver(null, { driverActiveStatus: false }, { review: 'waiting' });
    await expect(setDuty(driver, true)).rejects.toEqual(code('require_approval'));
    expect(await onDuty(driver)).toBe(false);
  });

  test('a driver with expired documents cannot go on duty until new ones are valid', async () => {
    const driver = await addDriver(null, { driverActiveStatus: false });
    const until = (end: number | null) =>
      database.pool.query('update drivers set documents_valid_until = $2 where uid = $1', [driver.uid, end]);
    await until(now);
    await expect(setDuty(driver, true)).rejects.toEqual(code('documents_expired'));
    expect(await onDuty(driver)).toBe(false);
    await until(now + 1);
    await setDuty(driver, true);
    await until(now);
    await setDuty(driver, false);
    expect(await onDuty(driver)).toBe(false);
  });

  test('a driver cannot go off duty during a trip', async () => {
    const driver = await addDriver(null);
    await withTx((tx) => fleet.api.setQueue(tx, driver.uid, true));
    await expect(setDuty(driver, false)).rejects.toEqual(code('driver_busy'));
    expect(await onDuty(driver)).toBe(true);
    await withTx((tx) => fleet.api.setQueue(tx, driver.uid, false));
    await setDuty(driver, false);
    expect(await onDuty(driver)).toBe(false);
  });

  test('a trip that ends after the hours limit takes the driver off duty', async () => {
    const driver = await addDriver(null);
    settings = { ...settings, dutyHoursLimit: 1 };
    await database.pool.query('update drivers set duty_until = $2 where uid = $1', [driver.uid, now]);
    await database.pool.query(
      'insert into duty_periods (uid, started_at, seen_at) values ($1::uuid, $2::bigint - 3600000, $2::bigint)',
      [driver.uid, now],
    );
    await withTx((tx) => fleet.api.setQueue(tx, driver.uid, true));
    expect(await onDuty(driver)).toBe(true);
    await withTx((tx) => fleet.api.setQueue(tx, driver.uid, false));
    expect(await onDuty(driver)).toBe(false);
    settings = settingsSchema.parse({});
  });

  test('a change of settings recomputes the end of duty of all drivers', async () => {
    const driver = await addDriver(null);
    await database.pool.query('update drivers set duty_until = 1 where uid = $1', [driver.uid]);
    const [subscriber] = fleet.subscribers ?? [];
    expect(subscriber?.events).toEqual(['settings.changed']);
    const event = { id: 1, position: 1, name: 'settings.changed', topics: [], data: {}, at: now };
    await subscriber?.handle(event);
    await subscriber?.handle(event);
    expect((await fleet.api.driverOf(driver.uid))?.dutyUntil).toBeNull();
    const { rows } = await database.asOwner.query(
      `select count(*)::int as count from graphile_worker.jobs where task_identifier = 'fleet.check-duty'`,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });
});

describe('who is near', () => {
  test('returns approved, on-duty, free drivers of the car type within the radius, nearest first', async () => {
    forgetEveryone();
    const far = await addDriver(north(5));
    const close = await addDriver(north(1));
    const vanDriver = await addDriver(north(2), { carType: van.id });
    await addDriver(north(10.1));
    await addDriver(north(1), {}, { review: 'waiting' });
    await addDriver(north(1), { driverActiveStatus: false });
    await addDriver(north(1), { queue: true });
    await addDriver(null);
    expect(await uidsNear()).toEqual([close.uid, vanDriver.uid, far.uid]);
    expect(await uidsNear(sedan.id)).toEqual([close.uid, far.uid]);
    expect(await fleet.api.eligibleNear(center, { limit: 1 })).toEqual([
      {
        driver: close.uid,
        carType: sedan.id,
        distance_km: expect.closeTo(1, 3),
        ...north(1),
        heading: 90,
        at: now,
        dutyUntil: null,
        gate: null,
      },
    ]);
  });

  test('returns the failed eligibility check of every driver within reach', async () => {
    forgetEveryone();
    const expected = new Map<string, string | null>([
      [(await addDriver(north(1))).uid, null],
      [(await addDriver(north(2), {}, { review: 'waiting' })).uid, 'not_approved'],
      [(await addDriver(north(3), { driverActiveStatus: false })).uid, 'off_duty'],
      [(await addDriver(north(4), { queue: true })).uid, 'busy'],
      [(await addDriver(north(5), { carType: van.id })).uid, 'other_car_type'],
    ]);
    const expired = await addDriver(north(5.5));
    await database.pool.query('update drivers set documents_valid_until = $2 where uid = $1', [
      expired.uid,
      now,
    ]);
    expected.set(expired.uid, 'documents_expired');
    const tired = await addDriver(north(6));
    const almost = await addDriver(north(7));
    const until = 'update drivers set duty_until = $2 where uid = $1';
    await database.pool.query(until, [tired.uid, now]);
    await database.pool.query(until, [almost.uid, now + 1]);
    expected.set(tired.uid, 'duty_limit');
    expected.set(almost.uid, null);
    await addDriver(north(11));
    const found = await gatesNear(center, sedan.id);
    expect(new Map(found.map(({ driver, gate }) => [driver, gate]))).toEqual(expected);
  });

  test('the radius is in the operator’s distance unit', async () => {
    forgetEveryone();
    const driver = await addDriver(north(8));
    settings = { ...settings, driverRadius: 6 };
    expect(await uidsNear()).toEqual([]);
    settings = { ...settings, convert_to_mile: true };
    expect(await uidsNear()).toEqual([driver.uid]);
    settings = settingsSchema.parse({});
  });

  test('a position older than ten minutes counts as unknown', async () => {
    forgetEveryone();
    const driver = await addDriver(north(1));
    now += POSITION_VALID_MS;
    expect(await uidsNear()).toEqual([driver.uid]);
    now += 1;
    expect(await gatesNear(center, null)).toMatchObject([{ gate: 'no_location' }]);
  });

  test('visitors see counts, the shortest travel time, and rounded positions without names', async () => {
    forgetEveryone();
    await addDriver({ lat: -34.901234567, lng: -56.171234567 });
    await addDriver(north(1));
    const secondsTo = vi.fn(async (starts: readonly LatLng[]) =>
      starts.map(({ lat }) => (lat > -34.9 ? 95.4 : null)),
    );
    const nearby = createNearbyDrivers({
      eligibleNear: (point) => fleet.api.eligibleNear(point),
      isFinishingNear: async () => true,
      carTypeIds: async () => [sedan.id, van.id],
      secondsTo,
    });
    const [answer] = await Promise.all([nearby(center, undefined), nearby(center, sedan.id)]);
    expect(answer.carTypes).toEqual([
      { carType: sedan.id, count: 2, nearest_in_secs: 95, finishing_nearby: false },
      { carType: van.id, count: 0, nearest_in_secs: null, finishing_nearby: true },
    ]);
    expect(answer.cars).toContainEqual({ lat: -34.9012, lng: -56.1712, heading: 90, carType: sedan.id });
    expect((await nearby(center, van.id)).carTypes).toEqual([
      { carType: van.id, count: 0, nearest_in_secs: null, finishing_nearby: true },
    ]);
    expect(secondsTo).toHaveBeenCalledTimes(1);
  });
});

test('admins see every active driver, fleet admins their own, other roles none', async () => {
  forgetEveryone();
  const person = { firstName: 'Ana', lastName: 'Paz' };
  const boss = await withTx((tx) =>
    identity.createUser(tx, { usertype: 'fleetadmin', mobile: '+59894200001' }),
  );
  const own = await addDriver(north(1), { fleetadmin: boss.uid }, person);
  const other = await addDriver(north(2), { queue: true });
  await addDriver(north(3), { driverActiveStatus: false });
  await addDriver(null, { fleetadmin: boss.uid });
  await addDriver(north(3), { fleetadmin: boss.uid }, { review: 'waiting' });
  const trip = { id: ids.next(), reference: 'ABCDEF', status: 'STARTED', dropAddress: 'Rambla 1' };
  const asked: unknown[] = [];
  const liveDrivers = createLiveDrivers({
    clock,
    positions: fleet.api.positions,
    onDuty: driversRepository(db).onDuty,
    usersOf: identity.usersOf,
    trips: {
      tripsOf: async (drivers, fleetadmin) => {
        asked.push({ drivers: [...drivers].sort(), fleetadmin });
        return new Map([[own.uid, trip]]);
      },
    },
  });
  const seenBy = async (usertype: Actor['usertype'], uid: string) =>
    (await liveDrivers({ uid, usertype, sessionId: 's' })).map(({ driver }) => driver).sort();
  expect(await seenBy('admin', ids.next())).toEqual([own.uid, other.uid].sort());
  expect(await seenBy('fleetadmin', boss.uid)).toEqual([own.uid]);
  expect(await seenBy('fleetadmin', ids.next())).toEqual([]);
  await expect(seenBy('rider', boss.uid)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await liveDrivers({ uid: boss.uid, usertype: 'fleetadmin', sessionId: 's' })).toEqual([
    {
      driver: own.uid,
      name: 'Ana Paz',
      vehicle_number: 'SAB 1234',
      carType: sedan.id,
      queue: false,
      ...north(1),
      at: now,
      booking: trip,
    },
  ]);
  // A fleet admin must not see trips that the driver made for another fleet before joining theirs.
  expect(asked.at(-1)).toMatchObject({ fleetadmin: boss.uid });
  expect(asked[0]).toMatchObject({ fleetadmin: null });
});

test('a restarted server restores recent positions, but not expired ones', async () => {
  const before = makeFleet();
  const after = makeFleet();
  const muchLater = makeFleet();
  await before.api.start();
  const driver = await addDriver(null);
  before.api.live.put({ driver: driver.uid, ...north(1), heading: null, at: now - 500 });
  before.api.live.put({ driver: driver.uid, ...north(2), heading: 45, at: now });
  before.api.live.put({ driver: ids.next(), ...north(2), heading: 45, at: now });
  await before.api.close();
  await after.api.start();
  expect(after.api.live.get(driver.uid)).toEqual({
    driver: driver.uid,
    ...north(2),
    heading: 45,
    at: now,
    seenAt: now,
  });
  await after.api.close();
  now += POSITION_VALID_MS + 1;
  await muchLater.api.start();
  expect(muchLater.api.live.get(driver.uid)).toBeNull();
  await muchLater.api.close();
});

test.each([
  ['saved before', true],
  ['not saved yet', false],
])('the position of an erased driver, %s, is not saved again', async (_, isSaved) => {
  const server = makeFleet();
  const { api } = server;
  await api.start();
  const { uid } = await addDriver(null);
  const report = () => {
    now += 1000;
    api.live.put({ driver: uid, ...north(1), heading: null, at: now });
  };
  const saveAll = () => withTx((tx) => driversRepository(tx).savePositions(api.live.all()));
  const savedPositions = () => driversRepository(db).savedPositions([uid]);
  report();
  if (isSaved) await saveAll();
  expect(await savedPositions()).toHaveLength(isSaved ? 1 : 0);

  report();
  const latest = api.live.all();
  let saving: Promise<void> | undefined;
  await withTx(async (tx) => {
    await api.eraseDriver(tx, uid);
    saving = withTx((other) => driversRepository(other).savePositions(latest));
    await waitFor(async () => {
      const { rowCount } = await database.asOwner.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rowCount !== 0;
    }, 'the save to wait for the erasure');
  });
  await saving;
  expect(await savedPositions()).toEqual([]);

  await api.close();
  expect(await savedPositions()).toEqual([]);
});

test('a position that an earlier release saved for an erased driver is not updated', async () => {
  const { uid } = await addDriver(null);
  await withTx((tx) => fleet.api.eraseDriver(tx, uid));
  const old = { driver: uid, ...north(1), heading: null, at: now, seenAt: now };
  await database.pool.query(
    'insert into driver_positions (uid, lat, lng, at, seen_at) values ($1, $2, $3, $4, $4)',
    [uid, old.lat, old.lng, old.at],
  );
  const before = await driversRepository(db).savedPositions([uid]);
  now += 1000;
  await withTx((tx) => driversRepository(tx).savePositions([{ ...old, ...north(2), at: now, seenAt: now }]));
  expect(await driversRepository(db).savedPositions([uid])).toEqual(before);
});

describe('saving a driver', () => {
  const save = (uid: string, patch: DriverPatch) => withTx((tx) => fleet.api.saveDriver(tx, uid, patch));

  test('creates the driver, then changes only the given fields', async () => {
    const user = await withTx((tx) =>
      identity.createUser(tx, { usertype: 'driver', mobile: '+59894109001' }),
    );
    const boss = await withTx((tx) =>
      identity.createUser(tx, { usertype: 'fleetadmin', mobile: '+59894109002' }),
    );
    await save(user.uid, { carType: sedan.id, vehicleMake: 'Fiat', fleetadmin: boss.uid });
    expect(await save(user.uid, { vehicleNumber: 'SAB 1' })).toMatchObject({
      carType: sedan.id,
      vehicleMake: 'Fiat',
      vehicleNumber: 'SAB 1',
      fleetadmin: boss.uid,
    });
    expect(await save(user.uid, { fleetadmin: null })).toMatchObject({ carType: sedan.id, fleetadmin: null });
    expect(await save(user.uid, {})).toMatchObject({ vehicleNumber: 'SAB 1' });
    const known = await fleet.api.driversOf([user.uid, ids.next()]);
    expect([...known.keys()]).toEqual([user.uid]);
  });

  test('each period on duty belongs to one fleet, also when a driver changes fleets on duty', async () => {
    const newFleet = async (mobile: string) =>
      (await withTx((tx) => identity.createUser(tx, { usertype: 'fleetadmin', mobile }))).uid;
    const first = await newFleet('+59894109004');
    const second = await newFleet('+59894109005');
    const { uid } = await addDriver(null, { fleetadmin: first });
    const see = () => withTx((tx) => dutyPeriodsRepository(tx).recordSeen([{ driver: uid, seenAt: now }]));
    const began = now;
    await see();
    now += 60_000;
    await save(uid, { fleetadmin: second });
    await see();
    now += 60_000;
    // Other changes do not split the period.
    await save(uid, { vehicleMake: 'Kia', fleetadmin: second });
    await see();
    now += 60_000;
    await withTx((tx) => fleet.api.dissolveFleet(tx, second));
    await see();
    const { rows } = await database.pool.query(
      'select fleetadmin, started_at - $2::bigint as began, ended_at - $2::bigint as ended from duty_periods where uid = $1 order by id',
      [uid, began],
    );
    expect(rows).toEqual([
      { fleetadmin: first, began: 0, ended: 60_000 },
      { fleetadmin: second, began: 60_000, ended: 180_000 },
      { fleetadmin: null, began: 180_000, ended: null },
    ]);
  });

  test('another car type is rejected during a trip', async () => {
    const driver = await addDriver(null, { queue: true });
    await expect(save(driver.uid, { carType: van.id, vehicleMake: 'X' })).rejects.toEqual(
      code('driver_busy'),
    );
    expect(await fleet.api.driverOf(driver.uid)).toMatchObject({ carType: sedan.id, vehicleMake: 'Fiat' });
    expect(await save(driver.uid, { carType: sedan.id, vehicleMake: 'Kia' })).toMatchObject({
      vehicleMake: 'Kia',
    });
  });

  test('drivers can be taken off duty during a trip; dissolving a fleet removes its drivers from it', async () => {
    const boss = await withTx((tx) =>
      identity.createUser(tx, { usertype: 'fleetadmin', mobile: '+59894109003' }),
    );
    const busy = await addDriver(null, { queue: true, fleetadmin: boss.uid });
    const other = await addDriver(null, { fleetadmin: boss.uid });
    await withTx((tx) => fleet.api.takeOffDuty(tx, busy.uid));
    expect(await fleet.api.driverOf(busy.uid)).toMatchObject({ driverActiveStatus: false, queue: true });
    expect(await fleet.api.driverOf(other.uid)).toMatchObject({ driverActiveStatus: true });
    await withTx((tx) => fleet.api.dissolveFleet(tx, boss.uid));
    for (const { uid } of [busy, other])
      expect(await fleet.api.driverOf(uid)).toMatchObject({ fleetadmin: null });
  });

  test('a car type or fleet admin that does not exist is rejected', async () => {
    const driver = await addDriver(null);
    for (const patch of [{ carType: ids.next() }, { fleetadmin: ids.next() }, { fleetadmin: driver.uid }])
      await expect(save(driver.uid, patch)).rejects.toEqual(code('invalid_input'));
  });
});
