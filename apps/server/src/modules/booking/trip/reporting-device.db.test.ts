// Tests which of a driver's signed-in devices reports their position: the one on which they go on duty or take a step.
import { routes } from '@kerb/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createInProcessBus } from '../../../adapters/bus/in-process-bus.ts';
import type { Actor } from '../../../kit/index.ts';
import { committedEvents } from '../../../kit/outbox/relay.ts';
import { createReportingDevices } from '../../fleet/reporting-devices.ts';
import { type BookingEnvironment, createBookingEnvironment, PLAZA } from '../testing/booking-environment.ts';

let environment: BookingEnvironment;
beforeAll(async () => {
  environment = await createBookingEnvironment();
});
afterAll(() => environment.close());
beforeEach(async () => {
  await environment.database.pool.query('delete from outbox_events');
});

/** The devices that were used, in order; other servers learn of them by these events. */
async function used(): Promise<unknown[]> {
  const { rows } = await environment.database.pool.query(
    "select data, topics from outbox_events where name = 'driver.device_used' order by id",
  );
  return rows;
}

const events = (devices: readonly Actor[]) =>
  devices.map(({ uid, sessionId }) => ({ data: { uid, session: sessionId }, topics: [] }));

it('becomes the device of each step of a trip', async () => {
  const { id, driver: phone } = await environment.trip('NEW');
  const tablet = environment.addDevice(phone);
  const steps = [
    [phone, routes.acceptBooking],
    [tablet, routes.arriveBooking],
    [phone, routes.startBooking],
    [tablet, routes.reachBooking],
  ] as const;
  for (const [device, step] of steps)
    expect(await environment.call(device, step, id, { location: PLAZA })).toMatchObject({ status: 200 });
  expect(await used()).toEqual(events([phone, tablet, phone, tablet]));
});

it('is not changed by a step on a device that does not know its location', async () => {
  const { id, driver } = await environment.trip('NEW');
  const tablet = environment.addDevice(driver);
  const steps = [routes.acceptBooking, routes.arriveBooking, routes.startBooking, routes.reachBooking];
  for (const step of steps) expect(await environment.call(tablet, step, id)).toMatchObject({ status: 200 });
  expect(await used()).toEqual([]);
});

it('is not changed by a rejected step, nor by going off duty', async () => {
  const { id, driver } = await environment.trip('ARRIVED');
  const other = await environment.addDriver();
  const before = await used();
  const rejected = await environment.call(environment.addDevice(driver), routes.reachBooking, id, {
    location: PLAZA,
  });
  expect(rejected.status).toBe(409);
  const offDuty = { driverActiveStatus: false };
  const answer = await environment.call(environment.addDevice(other), routes.setDuty, null, offDuty);
  expect(answer.status).toBe(200);
  expect(await used()).toEqual(before);
});

it('is not changed by accepting a later booking ahead, which a driver may do at home', async () => {
  const rider = await environment.addRider();
  const driver = await environment.addDriver();
  const tripdate = environment.now() + 5 * 3_600_000;
  const id = await environment.book(rider, { bookLater: true, tripdate });
  await environment.ask(id, [driver]);
  expect(await environment.call(driver, routes.acceptBooking, id, { location: PLAZA })).toMatchObject({
    status: 200,
  });
  expect(await used()).toEqual([]);
});

it('is not changed by an admin who takes a step', async () => {
  const { id, driver } = await environment.trip('STARTED');
  const admin = await environment.addAdmin();
  const before = await used();
  environment.pass(600_000);
  environment.stand(driver.uid, { lat: -34.9, lng: -56.15 });
  expect(await environment.call(admin, routes.reachBooking, id)).toMatchObject({ status: 200 });
  expect(await used()).toEqual(before);
});

it('becomes the device on which the driver goes on duty', async () => {
  const driver = await environment.addDriver();
  const tablet = environment.addDevice(driver);
  for (const device of [driver, tablet]) {
    const answer = await environment.call(device, routes.setDuty, null, { driverActiveStatus: true });
    expect(answer.status).toBe(200);
  }
  expect(await used()).toEqual(events([driver, tablet]));
});

it('is published again for the same device, for servers that have started since', async () => {
  const { id, driver } = await environment.trip('NEW');
  await environment.fleet.reportingDevices.replace(driver);
  expect(environment.fleet.reportingDevices.sessionOf(driver.uid)).toBe(driver.sessionId);
  expect(await environment.call(driver, routes.acceptBooking, id, { location: PLAZA })).toMatchObject({
    status: 200,
  });
  expect(await used()).toEqual(events([driver, driver]));
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
