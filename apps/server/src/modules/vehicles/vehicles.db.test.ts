// Tests of shared vehicles over HTTP: permissions, and the effects and rejections of taking, returning and handing
// over.
import { routes } from '@kerb/contract';
import { afterAll, describe, expect, it, test } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { waitFor } from '../../kit/testing/wait-for.ts';
import { createVehiclesEnvironment } from './testing/vehicles-environment.ts';

const environment = await createVehiclesEnvironment();
afterAll(() => environment.close());
const { admin, addDriver, addFleetAdmin, vehicle, take, giveBack, handOver, carOf, shown } = environment;

const fleetadmin = await addFleetAdmin();
const other = await addFleetAdmin();
const anyId = '0193e000-0000-7000-8000-0000000000ff';

const disable = async ({ uid }: Actor) =>
  environment.withTx((tx) => environment.identity.reviewUser(tx, uid, 'disabled', 'No licence'));

/** Whether a transaction waits for a lock. */
const isWaiting = async () => {
  const { rows } = await environment.database.asOwner.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length > 0;
};

const editRow = async (sql: string, values: unknown[]) => environment.database.pool.query(sql, values);

describe('a vehicle', () => {
  it('of a fleet admin belongs to that fleet, even if another is requested, and is hidden from the other', async () => {
    const { body } = await environment.add(fleetadmin, environment.request({ fleetadmin: other.uid }));
    expect(body).toMatchObject({ fleetadmin: fleetadmin.uid, state: 'free', takenBy: null, drivers: [] });
    const calls = await Promise.all([
      environment.call(other, routes.getVehicle, body.id),
      environment.edit(other, body, environment.request()),
      environment.call(other, routes.retireVehicle, body.id),
      environment.call(other, routes.setVehicleDrivers, body.id, { drivers: [] }),
      environment.call(other, routes.listVehicleHandovers, body.id),
      take(other, body, { driver: anyId }),
      giveBack(other, body),
      handOver(other, body, other),
    ]);
    expect(calls.map(({ code }) => code)).toEqual(calls.map(() => 'not_found'));
    expect((await environment.list(other)).items.map(({ id }) => id)).not.toContain(body.id);
    expect((await environment.list(admin)).items.map(({ id }) => id)).toContain(body.id);
  });

  it('is edited once when two admins edit the same version, which a change of its drivers also outdates', async () => {
    const car = await vehicle([]);
    const edit = (change: object, { version }: { version: number }) =>
      environment.edit(admin, car, { ...environment.request(change), version });
    const answers = await Promise.all(['Toro', 'Strada'].map((vehicleModel) => edit({ vehicleModel }, car)));
    expect(answers.map(({ status, code }) => (status === 200 ? 'edited' : code)).sort()).toEqual([
      'conflict',
      'edited',
    ]);
    const edited = answers.find(({ status }) => status === 200)?.body;
    expect(await shown(car)).toEqual(edited);
    const driver = await addDriver();
    await environment.call(admin, routes.setVehicleDrivers, car.id, { drivers: [driver.uid] });
    expect((await edit({ vehicleModel: 'Argo' }, await shown(car))).status).toBe(200);
    expect((await edit({ vehicleModel: 'Argo' }, edited ?? car)).code).toBe('conflict');
  });

  it('has a unique plate in any spelling, which is available again when the vehicle is retired', async () => {
    const first = await vehicle([], { vehicleNumber: 'SAB 7777' });
    const again = () => environment.add(admin, environment.request({ vehicleNumber: 'sab-7777' }));
    expect((await again()).code).toBe('plate_taken');
    const second = await vehicle([]);
    const renamed = { ...environment.request(), vehicleNumber: 'sab7777' };
    expect((await environment.edit(admin, second, renamed)).code).toBe('plate_taken');
    await environment.call(admin, routes.retireVehicle, first.id);
    expect((await again()).status).toBe(201);
  });

  it('is rejected with an unknown car type or fleet admin, or a rent finer than the currency', async () => {
    for (const [change, path] of [
      [{ carType: anyId }, 'carType'],
      [{ fleetadmin: anyId }, 'fleetadmin'],
      [{ fleetadmin: admin.uid }, 'fleetadmin'],
      [{ plan: 'rent', rentPerDay: 10.005 }, 'rentPerDay'],
      [{ plan: 'rent' }, 'rentPerDay'],
    ] as const) {
      const { code, body } = await environment.add(admin, environment.request(change));
      expect([code, body]).toMatchObject(['invalid_input', { errors: [{ path }] }]);
    }
  });

  it('is found by plate or make, listed by state and plan, in any order and page by page', async () => {
    const driver = await addDriver(other.uid);
    const rented = { vehicleMake: 'Zastava', plan: 'rent', rentPerDay: 300 } as const;
    const first = await vehicle([driver], { ...rented, vehicleNumber: 'ZZA 1' }, other);
    const second = await vehicle([], { vehicleMake: 'Zastava', vehicleNumber: 'ZZB 2' }, other);
    const third = await vehicle([], { vehicleMake: 'Zastava', vehicleNumber: 'ZZC 3' }, other);
    await take(driver, first);
    await environment.call(other, routes.retireVehicle, third.id);
    const listed = async (query: string) =>
      (await environment.list(other, `?${query}`)).items.map(({ vehicleNumber }) => vehicleNumber);
    expect(await listed('q=zz-a')).toEqual(['ZZA 1']);
    expect(await listed('q=zastava&sort=vehicleNumber&order=asc')).toEqual(['ZZA 1', 'ZZB 2']);
    expect(await listed('state=taken')).toEqual(['ZZA 1']);
    expect(await listed('state=free')).toEqual(['ZZB 2']);
    expect(await listed('state=retired')).toEqual(['ZZC 3']);
    expect(await listed('plan=rent')).toEqual(['ZZA 1']);
    expect(await listed('q=%25')).toEqual([]);
    for (const sort of ['vehicleNumber', 'vehicleMake', 'takenAt', 'createdAt']) {
      const inOrder = `?limit=1&sort=${sort}&order=asc`;
      const start = await environment.list(other, inOrder);
      const end = await environment.list(other, `${inOrder}&cursor=${start.nextCursor}`);
      expect([start.total, end.nextCursor]).toEqual([2, null]);
      const seen = [...start.items, ...end.items].map(({ id }) => id);
      expect(seen).toEqual(sort === 'takenAt' ? [second.id, first.id] : [first.id, second.id]);
    }
    const foreign = (await environment.list(other, '?limit=1')).nextCursor;
    const used = await environment.call(
      other,
      routes.listVehicles,
      null,
      undefined,
      `?sort=takenAt&cursor=${foreign}`,
    );
    expect(used.code).toBe('invalid_input');
  });

  it('is shared with drivers only, and in a fleet with its own drivers', async () => {
    const { body } = await environment.add(fleetadmin, environment.request());
    const ownDriver = await addDriver(fleetadmin.uid);
    const set = (drivers: readonly Actor[]) =>
      environment.call(fleetadmin, routes.setVehicleDrivers, body.id, {
        drivers: drivers.map(({ uid }) => uid),
      });
    expect((await set([ownDriver, ownDriver])).body.drivers).toMatchObject([{ uid: ownDriver.uid }]);
    for (const wrong of [await addDriver(other.uid), await addDriver(), await environment.addRider()])
      expect((await set([ownDriver, wrong])).code).toBe('vehicle_not_allowed');
  });
});

it('shows a fleet admin no handovers from before the vehicle was theirs', async () => {
  const [first] = await environment.addDrivers(1, fleetadmin.uid);
  const [second] = await environment.addDrivers(1, other.uid);
  if (!first || !second) throw new Error('no drivers');
  const car = await vehicle([first], {}, fleetadmin);
  await take(first, car, { note: 'The left door is scratched' });
  expect((await giveBack(first, car)).status).toBe(200);
  const moved = await environment.edit(admin, car, environment.request({ fleetadmin: other.uid }));
  expect(moved.status).toBe(200);
  await environment.call(other, routes.setVehicleDrivers, car.id, { drivers: [second.uid] });
  expect(await environment.handovers(other, car)).toEqual([]);
  await take(second, car);
  expect(await environment.handovers(other, car)).toMatchObject([{ driver: second.uid }]);
  expect(await environment.handovers(admin, car)).toMatchObject([
    { driver: second.uid },
    { driver: first.uid },
  ]);
});

describe('taking a vehicle', () => {
  it('gives the driver its details; returning it restores the driver’s own car and ends duty', async () => {
    const driver = await addDriver();
    const own = await carOf(driver);
    const car = await vehicle([driver]);
    const taken = await take(driver, car, { odometer: 1000, note: 'Scratch on the door' });
    expect(taken.body).toMatchObject({ state: 'taken', takenAt: environment.now() });
    const { vehicleNumber, vehicleMake, vehicleModel, other_info, carType } = car;
    expect(await carOf(driver)).toEqual({ vehicleNumber, vehicleMake, vehicleModel, other_info, carType });
    expect(await environment.mine(driver)).toMatchObject({
      current: { id: car.id },
      items: [{ id: car.id, state: 'taken' }],
    });
    const back = await giveBack(driver, car, { odometer: 1042, note: 'Full tank' });
    expect([back.status, back.body.state]).toEqual([200, 'free']);
    expect(await carOf(driver)).toEqual(own);
    expect((await environment.fleet.driverOf(driver.uid))?.driverActiveStatus).toBe(false);
    expect(await environment.handovers(admin, car)).toMatchObject([
      {
        driver: driver.uid,
        odometerTaken: 1000,
        odometerReturned: 1042,
        noteTaken: 'Scratch on the door',
        noteReturned: 'Full tank',
        charged: 0,
      },
    ]);
    const { rows } = await editRow(
      `select own_vehicle_number, own_car_type from vehicle_handovers where vehicle = $1`,
      [car.id],
    );
    expect(rows).toEqual([{ own_vehicle_number: '', own_car_type: null }]);
  });

  it('resumes the pending approval of the driver’s own car after the return, and not before', async () => {
    const driver = await addDriver();
    await environment.withTx((tx) =>
      environment.fleet.saveDriver(tx, driver.uid, { vehicleNumber: 'NEW 1' }, 'other'),
    );
    const waitsSince = async () => (await environment.fleet.driverOf(driver.uid))?.vehicleChangedAt;
    const since = await waitsSince();
    expect(since).toEqual(expect.any(Number));
    const car = await vehicle([driver]);
    await take(driver, car);
    expect(await waitsSince()).toBeNull();
    await giveBack(driver, car);
    expect(await waitsSince()).toBe(since);
  });

  it('by its manager requires a driver it is shared with, and is named in the handover', async () => {
    const driver = await addDriver(fleetadmin.uid);
    const car = await vehicle([driver], {}, fleetadmin);
    expect((await take(fleetadmin, car)).code).toBe('invalid_input');
    expect((await take(fleetadmin, car, { driver: driver.uid })).status).toBe(200);
    const [handover] = await environment.handovers(fleetadmin, car);
    expect(handover?.takenByName).not.toBe(handover?.driverName);
  });

  it('binds the driver to the plan that they saw: another version is a conflict, and costs nothing', async () => {
    const driver = await addDriver(fleetadmin.uid);
    await vehicle([driver], { plan: 'rent', rentPerDay: 900 }, fleetadmin);
    const [seen] = (await environment.mine(driver)).items;
    if (!seen) throw new Error('no vehicle');
    await environment.edit(fleetadmin, seen, environment.request({ plan: 'rent', rentPerDay: 9000 }));
    expect((await take(driver, seen, { version: seen.version })).code).toBe('conflict');
    expect((await take(driver, seen, { version: undefined })).code).toBe('invalid_input');
    expect([
      await environment.handovers(fleetadmin, seen),
      await environment.wallet.balanceOf(driver.uid),
    ]).toEqual([[], 0]);
    const [now] = (await environment.mine(driver)).items;
    expect((await take(driver, seen, { version: now?.version })).status).toBe(200);
    expect(await environment.handovers(fleetadmin, seen)).toMatchObject([{ rentPerDay: 9000 }]);
  });

  it.each([
    { plan: 'rent', rentPerDay: 900 } as const,
    { plan: 'commission', commissionPercent: 12.5 } as const,
  ])('with $plan is the driver’s decision: a manager neither gives it nor hands it over', async (plan) => {
    const driver = await addDriver(fleetadmin.uid);
    const second = await addDriver(fleetadmin.uid);
    const car = await vehicle([driver, second], plan, fleetadmin);
    for (const manager of [fleetadmin, admin]) {
      const given = await take(manager, car, { driver: driver.uid });
      expect(given.code).toBe('vehicle_plan_not_agreed');
    }
    expect((await take(driver, car)).status).toBe(200);
    expect((await handOver(fleetadmin, car, second)).code).toBe('vehicle_plan_not_agreed');
    expect((await shown(car)).takenBy).toBe(driver.uid);
    expect(await environment.wallet.balanceOf(second.uid)).toBe(0);
  });

  it('is rejected with the name of the driver who has it', async () => {
    const [driver, second] = await environment.addDrivers(2);
    if (!driver || !second) throw new Error('no drivers');
    const car = await vehicle([driver, second]);
    await take(driver, car);
    const refused = await take(second, car);
    expect([refused.status, refused.code]).toEqual([409, 'vehicle_taken']);
    expect(refused.body.detail).toBe((await shown(car)).takenByName);
  });

  it('is rejected for a driver who has another one, or is on a trip', async () => {
    const driver = await addDriver();
    const first = await vehicle([driver]);
    const second = await vehicle([driver]);
    await environment.drive(driver, 'ACCEPTED');
    expect((await take(driver, first)).code).toBe('driver_busy');
    const another = await addDriver();
    await environment.call(admin, routes.setVehicleDrivers, first.id, { drivers: [another.uid] });
    await environment.call(admin, routes.setVehicleDrivers, second.id, { drivers: [another.uid] });
    await take(another, first);
    expect((await take(another, second)).code).toBe('has_vehicle');
  });

  it('is rejected when it is retired, not shared with the driver, or has lost its car type', async () => {
    const driver = await addDriver();
    const retired = await vehicle([driver]);
    await environment.call(admin, routes.retireVehicle, retired.id);
    expect((await take(driver, retired)).code).toBe('vehicle_retired');
    expect((await environment.mine(driver)).items).toEqual([]);
    const closed = await vehicle([]);
    expect((await take(driver, closed)).code).toBe('not_found');
    expect((await take(admin, closed, { driver: driver.uid })).code).toBe('vehicle_not_allowed');
    expect((await take(driver, { id: anyId })).code).toBe('not_found');
    const typeless = await vehicle([driver]);
    await editRow('update vehicles set car_type = null where id = $1', [typeless.id]);
    expect((await take(driver, typeless)).code).toBe('vehicle_without_car_type');
    const shared = await vehicle([driver]);
    expect((await take(driver, shared, { driver: admin.uid })).code).toBe('forbidden');
  });

  it('is rejected for a driver who left the fleet after it was shared', async () => {
    const driver = await addDriver(fleetadmin.uid);
    const car = await vehicle([driver], {}, fleetadmin);
    await environment.withTx((tx) => environment.fleet.saveDriver(tx, driver.uid, { fleetadmin: null }));
    expect((await take(driver, car)).code).toBe('vehicle_not_allowed');
  });

  it('by a manager is rejected for a disabled driver', async () => {
    const driver = await addDriver(fleetadmin.uid);
    const car = await vehicle([driver], {}, fleetadmin);
    await disable(driver);
    for (const manager of [admin, fleetadmin])
      expect((await take(manager, car, { driver: driver.uid })).code).toBe('vehicle_not_allowed');
    expect((await shown(car)).state).toBe('free');
  });

  test.each(['disabled', 'an admin'])(
    'concurrently with the driver becoming %s is rejected',
    async (becomes) => {
      const driver = await addDriver();
      const car = await vehicle([driver]);
      const taking = await environment.withTx(async (tx) => {
        await environment.identity.lockUser(tx, driver.uid);
        const answer = take(admin, car, { driver: driver.uid });
        await waitFor(isWaiting, 'the driver to be locked');
        if (becomes === 'disabled')
          await environment.identity.reviewUser(tx, driver.uid, 'disabled', 'No licence');
        else await environment.identity.changeUser(tx, driver.uid, { usertype: 'admin' });
        return { answer };
      });
      expect((await taking.answer).code).toBe('vehicle_not_allowed');
      expect((await shown(car)).state).toBe('free');
    },
  );

  test('concurrently gives it to exactly one of two drivers, and one of two vehicles to a driver', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = await environment.addDrivers(2);
      if (!one || !two) throw new Error('no drivers');
      const car = await vehicle([one, two]);
      const answers = await Promise.all([take(one, car), take(two, car)]);
      expect(answers.map(({ code }) => code ?? 'ok').sort()).toEqual(['ok', 'vehicle_taken']);
      const third = await addDriver();
      const cars = [await vehicle([third]), await vehicle([third])];
      const both = await Promise.all(cars.map((free) => take(third, free)));
      expect(both.map(({ code }) => code ?? 'ok').sort()).toEqual(['has_vehicle', 'ok']);
      const twice = await Promise.all([giveBack(admin, car), giveBack(admin, car)]);
      expect(twice.map(({ code }) => code ?? 'ok').sort()).toEqual(['ok', 'vehicle_not_taken']);
    }
  });
});

describe('returning a vehicle', () => {
  it('is rejected during a trip, by a driver who does not have it, and below the odometer at taking', async () => {
    const [driver, second] = await environment.addDrivers(2);
    if (!driver || !second) throw new Error('no drivers');
    const car = await vehicle([driver, second]);
    expect((await giveBack(driver, car)).code).toBe('vehicle_not_taken');
    await take(driver, car, { odometer: 500 });
    expect((await giveBack(second, car)).code).toBe('not_found');
    expect((await giveBack(driver, car, { odometer: 499 })).code).toBe('invalid_input');
    await environment.drive(driver, 'ACCEPTED');
    expect((await giveBack(driver, car)).code).toBe('driver_busy');
    expect((await giveBack(admin, car)).code).toBe('driver_busy');
    expect((await shown(car)).takenBy).toBe(driver.uid);
  });

  it('is possible for a driver it is not shared with any longer', async () => {
    const driver = await addDriver();
    const car = await vehicle([driver]);
    await take(driver, car);
    await environment.call(admin, routes.setVehicleDrivers, car.id, { drivers: [] });
    expect((await environment.mine(driver)).current?.id).toBe(car.id);
    expect((await giveBack(driver, car)).status).toBe(200);
    expect((await giveBack(driver, car)).code).toBe('not_found');
  });

  it('takes a driver without an own car off duty until they take a vehicle again', async () => {
    const driver = await addDriver();
    await environment.withTx((tx) =>
      environment.fleet.saveDriver(tx, driver.uid, { carType: null, vehicleNumber: '' }),
    );
    const car = await vehicle([driver]);
    expect((await environment.setDuty(driver, true)).code).toBe('no_vehicle');
    await take(driver, car);
    expect((await environment.setDuty(driver, true)).code).not.toBe('no_vehicle');
    await giveBack(driver, car);
    expect((await environment.setDuty(driver, true)).code).toBe('no_vehicle');
    await environment.call(admin, routes.setVehicleDrivers, car.id, { drivers: [] });
    expect((await environment.setDuty(driver, true)).code).not.toBe('no_vehicle');
  });

  test('concurrently with going on duty leaves no driver on duty without a car', async () => {
    const driver = await addDriver();
    const own = { carType: null, vehicleNumber: '', vehicleMake: '', vehicleModel: '', other_info: '' };
    await environment.withTx((tx) => environment.fleet.saveDriver(tx, driver.uid, own));
    const car = await vehicle([driver]);
    await take(driver, car);
    // The return is about to commit while the driver goes on duty.
    const going = await environment.withTx(async (tx) => {
      await environment.fleet.lockDriver(tx, driver.uid);
      const onDuty = environment.setDuty(driver, true);
      await waitFor(isWaiting, 'the driver to go on duty');
      await environment.fleet.takeVehicleBack(tx, driver.uid, { ...own, vehicleChangedAt: null });
      return { onDuty };
    });
    expect((await going.onDuty).code).toBe('no_vehicle');
    expect((await environment.fleet.driverOf(driver.uid))?.driverActiveStatus).toBe(false);
  });
});

describe('handing a vehicle over', () => {
  it('returns it from one driver and gives it to the other in one transaction', async () => {
    const [driver, second] = await environment.addDrivers(2, fleetadmin.uid);
    if (!driver || !second) throw new Error('no drivers');
    const own = await carOf(driver);
    const car = await vehicle([driver, second], {}, fleetadmin);
    expect((await handOver(fleetadmin, car, second)).code).toBe('vehicle_not_taken');
    await take(driver, car, { odometer: 10 });
    expect((await handOver(fleetadmin, car, driver)).code).toBe('has_vehicle');
    expect((await handOver(fleetadmin, car, await addDriver(fleetadmin.uid))).code).toBe(
      'vehicle_not_allowed',
    );
    const { body } = await handOver(fleetadmin, car, second, { odometer: 30 });
    expect(body.takenBy).toBe(second.uid);
    expect([await carOf(driver), (await carOf(second)).vehicleNumber]).toEqual([own, car.vehicleNumber]);
    expect(await environment.handovers(fleetadmin, car)).toMatchObject([
      { driver: second.uid, odometerTaken: 30, returnedAt: null },
      { driver: driver.uid, odometerTaken: 10, odometerReturned: 30, returnedAt: environment.now() },
    ]);
    expect((await handOver(driver, car, second)).code).toBe('forbidden');
  });

  it('changes nothing when the other driver cannot take it', async () => {
    const [driver, second] = await environment.addDrivers(2);
    if (!driver || !second) throw new Error('no drivers');
    const car = await vehicle([driver, second]);
    await take(driver, car);
    await environment.drive(second, 'ACCEPTED');
    expect((await handOver(admin, car, second)).code).toBe('driver_busy');
    expect((await shown(car)).takenBy).toBe(driver.uid);
    expect((await carOf(driver)).vehicleNumber).toBe(car.vehicleNumber);
  });

  it('to a disabled driver is rejected', async () => {
    const [driver, second] = await environment.addDrivers(2);
    if (!driver || !second) throw new Error('no drivers');
    const car = await vehicle([driver, second]);
    await take(driver, car);
    await disable(second);
    expect((await handOver(admin, car, second)).code).toBe('vehicle_not_allowed');
    expect((await shown(car)).takenBy).toBe(driver.uid);
  });

  test('concurrently with an opposite handover causes no deadlock', async () => {
    const [one, two] = await environment.addDrivers(2);
    if (!one || !two) throw new Error('no drivers');
    const first = await vehicle([one, two]);
    const second = await vehicle([one, two]);
    await take(one, first);
    await take(two, second);
    const answers = await Promise.all([handOver(admin, first, two), handOver(admin, second, one)]);
    expect(answers.map(({ code }) => code)).toEqual(['has_vehicle', 'has_vehicle']);
  });
});

describe('while a driver has a shared vehicle', () => {
  it('their profile form cannot change its details, and can change other fields', async () => {
    const driver = await addDriver();
    const car = await vehicle([driver]);
    await take(driver, car);
    const save = (patch: object, by: 'admin' | 'other') =>
      environment.withTx((tx) => environment.fleet.saveDriver(tx, driver.uid, patch, by));
    await expect(save({ vehicleNumber: 'MINE 1' }, 'other')).rejects.toMatchObject({
      code: 'shared_vehicle',
    });
    await expect(save({ carType: null }, 'admin')).rejects.toMatchObject({ code: 'shared_vehicle' });
    await expect(
      save({ vehicleNumber: car.vehicleNumber, fleetadmin: null }, 'other'),
    ).resolves.toBeDefined();
  });

  it('an edit changes the details of the driver, but neither a current booking nor its plan', async () => {
    const driver = await addDriver();
    const car = await vehicle([driver]);
    await take(driver, car);
    const id = await environment.drive(driver, 'ACCEPTED');
    const edited = { ...environment.request({ vehicleModel: 'Toro', plan: 'rent', rentPerDay: 9 }) };
    const { body } = await environment.edit(admin, car, edited);
    expect(body).toMatchObject({ plan: 'rent', agreed: { plan: 'none' } });
    expect((await carOf(driver)).vehicleModel).toBe('Toro');
    expect((await environment.record(id)).vehicle_number).toBe(car.vehicleNumber);
    const busy = await environment.edit(admin, car, { ...edited, fleetadmin: fleetadmin.uid });
    expect(busy.code).toBe('vehicle_taken');
    expect((await environment.call(admin, routes.retireVehicle, car.id)).code).toBe('vehicle_taken');
    expect((await environment.fleet.driverOf(driver.uid))?.vehicleChangedAt).toBeNull();
  });

  it('neither its car type nor that of their own car can be deleted, until it is retired', async () => {
    const driver = await addDriver();
    const { id, createdAt, version, translations, ...fields } = environment.carType;
    const addType = async (name: string) =>
      (await environment.call<{ id: string }>(admin, routes.addCarType, null, { ...fields, name })).body;
    const ownType = await addType('Own');
    const sharedType = await addType('Shared');
    await environment.withTx((tx) => environment.fleet.saveDriver(tx, driver.uid, { carType: ownType.id }));
    const car = await vehicle([driver], { carType: sharedType.id });
    await take(driver, car);
    const remove = async (type: { id: string }) =>
      (await environment.call(admin, routes.deleteCarType, type.id)).code;
    expect([await remove(ownType), await remove(sharedType)]).toEqual(['in_use', 'in_use']);
    await giveBack(driver, car);
    expect(await remove(sharedType)).toBe('in_use');
    expect((await carOf(driver)).carType).toBe(ownType.id);
    await environment.call(admin, routes.retireVehicle, car.id);
    expect(await remove(sharedType)).toBeUndefined();
  });

  it('its car type does not change during a trip', async () => {
    const driver = await addDriver();
    const car = await vehicle([driver]);
    await take(driver, car);
    await environment.drive(driver, 'ACCEPTED');
    const { vehicleNumber, vehicleMake, vehicleModel, other_info } = car;
    const edited = { vehicleNumber, vehicleMake, vehicleModel, other_info, carType: environment.van.id };
    expect((await environment.edit(admin, car, edited)).code).toBe('driver_busy');
    expect((await shown(car)).carType).toBe(environment.carType.id);
  });
});

describe('a deleted account', () => {
  it('of a driver frees the vehicle and erases the details of the own car and the notes', async () => {
    const driver = await addDriver();
    const car = await vehicle([driver]);
    await take(driver, car, { note: 'Key in the office' });
    expect(await environment.exportOf(driver.uid)).toMatchObject([
      { vehicle: car.id, noteTaken: 'Key in the office', ownVehicle: { vehicleMake: 'Chevrolet' } },
    ]);
    await environment.erase(driver.uid);
    expect(await shown(car)).toMatchObject({ state: 'free', drivers: [] });
    expect(await environment.handovers(admin, car)).toMatchObject([{ noteTaken: '' }]);
  });

  it('of a driver is published to the managers and the other drivers of the vehicles', async () => {
    const leaving = await addDriver();
    const other = await addDriver();
    const taken = await vehicle([leaving, other]);
    const shared = await vehicle([leaving]);
    await take(leaving, taken);
    await editRow("delete from outbox_events where name = 'vehicle.changed'", []);
    await environment.erase(leaving.uid);
    const { rows } = await editRow(
      "select topics, data ->> 'vehicle_id' as vehicle from outbox_events where name = 'vehicle.changed'",
      [],
    );
    expect(new Map(rows.map(({ vehicle: id, topics }) => [id, topics.sort()]))).toEqual(
      new Map([
        [taken.id, ['people:all', `user:${other.uid}`]],
        [shared.id, ['people:all']],
      ]),
    );
  });

  it('of a fleet admin leaves the vehicles to the platform, without a plan', async () => {
    const leaving = await addFleetAdmin();
    const driver = await addDriver(leaving.uid);
    const car = await vehicle([driver], { plan: 'rent', rentPerDay: 5 }, leaving);
    await take(driver, car);
    await environment.erase(leaving.uid);
    expect(await shown(car)).toMatchObject({
      fleetadmin: null,
      plan: 'none',
      takenBy: driver.uid,
      agreed: { plan: 'none' },
    });
  });
});

it('riders and visitors have no vehicles, and drivers cannot manage vehicles', async () => {
  const rider = await environment.addRider();
  const driver = await addDriver();
  for (const actor of [rider, driver])
    expect((await environment.call(actor, routes.listVehicles, null)).code).toBe('forbidden');
  expect((await environment.call(rider, routes.getMyVehicles, null)).code).toBe('forbidden');
  expect((await environment.call(admin, routes.getMyVehicles, null)).code).toBe('forbidden');
  expect((await environment.call(null, routes.listVehicles, null)).status).toBe(401);
});

it('a change is published to the vehicle’s manager and to the drivers it is shared with', async () => {
  const driver = await addDriver(fleetadmin.uid);
  const car = await vehicle([driver], {}, fleetadmin);
  await take(driver, car);
  const { rows } = await editRow(
    `select topics from outbox_events where name = 'vehicle.changed' and data ->> 'vehicle_id' = $1
     order by id desc limit 1`,
    [car.id],
  );
  expect(rows[0]?.topics.sort()).toEqual(
    ['people:all', `people:fleet:${fleetadmin.uid}`, `user:${driver.uid}`].sort(),
  );
});

it('the end of a fleet is published for each vehicle, to its former manager, its drivers and who has it', async () => {
  const leaving = await addFleetAdmin();
  const [sharing, holder] = await environment.addDrivers(2, leaving.uid);
  if (!sharing || !holder) throw new Error('no drivers');
  const free = await vehicle([sharing], {}, leaving);
  const taken = await vehicle([holder], {}, leaving);
  await take(holder, taken);
  await environment.call(leaving, routes.setVehicleDrivers, taken.id, { drivers: [] });
  await editRow("delete from outbox_events where name = 'vehicle.changed'", []);
  await environment.leaveFleet(leaving.uid);
  const { rows } = await editRow(
    "select topics, data ->> 'vehicle_id' as vehicle from outbox_events where name = 'vehicle.changed'",
    [],
  );
  const managers = ['people:all', `people:fleet:${leaving.uid}`];
  expect(new Map(rows.map(({ vehicle: id, topics }) => [id, topics.sort()]))).toEqual(
    new Map([
      [free.id, [...managers, `user:${sharing.uid}`]],
      [taken.id, [...managers, `user:${holder.uid}`]],
    ]),
  );
});
