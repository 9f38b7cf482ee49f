// Tests the offers of drivers who go off duty or change to a car of another type: they are closed and do not count as
// unanswered, and the next run asks another driver.
import { routes } from '@kerb/contract';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor, Tx } from '../../kit/index.ts';
import { PLAZA } from '../booking/testing/booking-environment.ts';
import { createDispatchCity, type DispatchCity, north } from './testing/dispatch-city.ts';

let city: DispatchCity;
beforeAll(async () => {
  city = await createDispatchCity({ dispatchPolicy: 'nearest' });
});
afterAll(() => city.close());
beforeEach(() => city.clear());

/** A booking whose nearest driver has the only offer, and another driver who is free. */
async function offered(): Promise<{ id: string; asked: Actor; other: Actor }> {
  const { environment } = city;
  const [asked, other] = await environment.addDrivers(2);
  if (!asked || !other) throw new Error('no drivers were added');
  environment.stand(other.uid, north(PLAZA, 500));
  const id = await environment.book(await environment.addRider());
  await city.settle();
  expect(await city.openOffers(asked.uid)).toEqual([id]);
  expect(await city.openOffers(other.uid)).toEqual([]);
  return { id, asked, other };
}

async function expectWithdrawn({ id, asked, other }: Awaited<ReturnType<typeof offered>>, outcome: string) {
  const { booking, now } = city.environment;
  await city.settle();
  expect(await city.openOffers(asked.uid)).toEqual([]);
  expect(await city.openOffers(other.uid)).toEqual([id]);
  expect((await booking.missedBy(asked.uid, [id])).map(({ offer }) => offer?.outcome)).toEqual([outcome]);
  expect(await booking.answeredOffers(asked.uid, now() - 60_000)).toEqual({ offers: 0, accepted: 0 });
}

const goOffDuty = (driver: Actor) =>
  city.environment.call(driver, routes.setDuty, null, { driverActiveStatus: false });

it('of a driver who goes off duty are offered to another driver at once', async () => {
  const found = await offered();
  expect((await goOffDuty(found.asked)).status).toBe(200);
  await expectWithdrawn(found, 'off_duty');
});

it('of a driver who is on duty again by then stay open', async () => {
  const { id, asked } = await offered();
  await goOffDuty(asked);
  await city.environment.database.pool.query(
    'update drivers set driver_active_status = true where uid = $1',
    [asked.uid],
  );
  await city.settle();
  expect(await city.openOffers(asked.uid)).toEqual([id]);
});

it('of a later booking by an admin stay open until its search begins', async () => {
  const { environment } = city;
  const driver = await environment.addDriver();
  const rider = await environment.addRider();
  const tripdate = environment.now() + 3 * 3_600_000;
  const estimate = await environment.estimate(rider, { tripdate });
  const id = await environment.book(await environment.addAdmin(), {
    estimate,
    bookLater: true,
    tripdate,
    booking_type_admin: true,
    userDetails: { uid: rider.uid },
    driver: driver.uid,
  });
  await goOffDuty(driver);
  await city.settle();
  expect(await city.openOffers(driver.uid)).toEqual([id]);
});

it.each([
  [
    'is changed by an admin',
    (tx: Tx, uid: string) => city.environment.fleet.saveDriver(tx, uid, { carType: null }),
  ],
  [
    'is a shared vehicle that is changed',
    (tx: Tx, uid: string, carType: string) =>
      city.environment.fleet.changeLentVehicle(tx, uid, {
        carType,
        vehicleMake: 'Volvo',
        vehicleModel: 'S90',
        vehicleNumber: 'SCC 1',
        other_info: '',
      }),
  ],
])('of a driver whose car %s to another type are offered to another driver at once', async (_, change) => {
  const { carType, fleet, withTx } = city.environment;
  const found = await offered();
  const id = v7();
  const executive = { ...carType, id, name: `Executive ${id}` };
  await withTx((tx) => fleet.addCarTypes(tx, [executive]));
  await withTx(async (tx) => {
    await change(tx, found.asked.uid, executive.id);
  });
  await expectWithdrawn(found, 'other_car_type');
});
