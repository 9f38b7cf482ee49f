// Tests which of a driver's signed-in devices reports their position: the one on which they go on duty or take a step.
import { routes } from '@kerb/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createInProcessBus } from '../../../adapters/bus/in-process-bus.ts';
import { committedEvents } from '../../../kit/outbox/relay.ts';
import { createReportingDevices } from '../../fleet/reporting-devices.ts';
import { type BookingEnvironment, createBookingEnvironment } from '../testing/booking-environment.ts';

let environment: BookingEnvironment;
beforeAll(async () => {
  environment = await createBookingEnvironment();
});
afterAll(() => environment.close());
beforeEach(async () => {
  await environment.database.pool.query('delete from outbox_events');
});

const reporting = (driver: string) => environment.fleet.reportingDevices.sessionOf(driver);

async function used(): Promise<unknown[]> {
  const { rows } = await environment.database.pool.query(
    "select data, topics from outbox_events where name = 'driver.device_used' order by id",
  );
  return rows;
}

it('becomes the device of each step, and publishes that to the other servers', async () => {
  const { id, driver: phone } = await environment.trip('NEW');
  const tablet = environment.addDevice(phone);
  const steps = [
    [phone, routes.acceptBooking],
    [tablet, routes.arriveBooking],
    [phone, routes.startBooking],
    [tablet, routes.reachBooking],
  ] as const;
  for (const [device, step] of steps) {
    expect(await environment.call(device, step, id)).toMatchObject({ status: 200 });
    expect(reporting(phone.uid)).toBe(device.sessionId);
  }
  const uid = phone.uid;
  expect(await used()).toEqual(
    steps.map(([device]) => ({ data: { uid, session: device.sessionId }, topics: [] })),
  );
});

it('publishes nothing while a driver uses the same device', async () => {
  const { driver } = await environment.trip('STARTED');
  expect(await used()).toEqual([{ data: { uid: driver.uid, session: driver.sessionId }, topics: [] }]);
});

it('is not changed by a rejected step, nor by going off duty', async () => {
  const { id, driver: phone } = await environment.trip('ARRIVED');
  const tablet = environment.addDevice(phone);
  expect(await environment.call(tablet, routes.reachBooking, id)).toMatchObject({ status: 409 });
  expect(reporting(phone.uid)).toBe(phone.sessionId);

  const other = await environment.addDriver();
  await environment.fleet.reportingDevices.use(other);
  const second = environment.addDevice(other);
  await environment.call(second, routes.setDuty, null, { driverActiveStatus: false });
  expect(reporting(other.uid)).toBe(other.sessionId);
});

it('becomes the device on which the driver goes on duty', async () => {
  const driver = await environment.addDriver();
  const tablet = environment.addDevice(driver);
  for (const device of [driver, tablet]) {
    const answer = await environment.call(device, routes.setDuty, null, { driverActiveStatus: true });
    expect(answer.status).toBe(200);
    expect(reporting(driver.uid)).toBe(device.sessionId);
  }
});

it('is known only for drivers', async () => {
  const rider = await environment.addRider();
  await environment.fleet.reportingDevices.use(rider);
  expect(reporting(rider.uid)).toBeUndefined();
  expect(await used()).toEqual([]);
});

it('is known on the other servers, until the driver is erased or the session ends', async () => {
  const bus = createInProcessBus((error) => {
    throw error;
  });
  const elsewhere = createReportingDevices({ bus, withTx: environment.withTx });
  const driver = await environment.addDriver();
  const publish = (name: string, data: Record<string, unknown>) =>
    bus.publish(committedEvents, { name, topics: [], data, id: 1, position: 1, at: environment.now() });

  publish('driver.device_used', { uid: driver.uid, session: 'of the phone' });
  expect(elsewhere.sessionOf(driver.uid)).toBe('of the phone');
  elsewhere.assume(driver.uid, 'of the tablet');
  expect(elsewhere.sessionOf(driver.uid)).toBe('of the phone');
  publish('driver.erased', { uid: driver.uid });
  expect(elsewhere.sessionOf(driver.uid)).toBeUndefined();
  elsewhere.assume(driver.uid, 'of the tablet');
  expect(elsewhere.sessionOf(driver.uid)).toBe('of the tablet');
  publish('session.ended', { sessions: ['of the phone'] });
  expect(elsewhere.sessionOf(driver.uid)).toBe('of the tablet');
  publish('session.ended', { sessions: ['of the phone', 'of the tablet'] });
  expect(elsewhere.sessionOf(driver.uid)).toBeUndefined();
});
