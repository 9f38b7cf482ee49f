// Tests of personal data in safety records: the export has the user's own links, alerts and reports, and the erasure
// removes all texts.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTransactor } from '../../kit/index.ts';
import { eraseTrips, exportTrips } from './personal-data.ts';
import { createSafetyEnvironment, type SafetyEnvironment } from './testing/safety-environment.ts';

let environment: SafetyEnvironment;
beforeAll(async () => {
  environment = await createSafetyEnvironment();
});
afterAll(() => environment.close());

it('the export of a trip’s rider and driver contains each one’s calls with position, and share links', async () => {
  const admin = await environment.addAdmin();
  const { id, rider, driver } = await environment.trip('STARTED');
  const at = environment.now();
  const { body } = await environment.panic(rider, id, { location: { lat: -34.9, lng: -56.2 } });
  await environment.resolve(admin, body.id, { note: 'Called the police' });
  const { token } = (await environment.share(rider, id)).body;
  environment.pass(60_000);
  await environment.unshare(rider, id);
  await environment.share(driver, id);
  const of = (uid: string, as: 'customer' | 'driver') =>
    exportTrips(environment.database.queries, uid, [{ id, as }]);
  const alert = { booking: id, kind: 'panic', at, lastAt: at, times: 1, resolvedAt: at };
  const own = await of(rider.uid, 'customer');
  expect(own).toEqual({
    alerts: [{ ...alert, byMe: true, place: { lat: -34.9, lng: -56.2 } }],
    sharedTrips: [{ booking: id, madeAt: at, endedAt: at + 60_000 }],
  });
  expect(JSON.stringify(own)).not.toContain(token);
  expect(await of(driver.uid, 'driver')).toEqual({
    alerts: [{ ...alert, vehicle_number: 'SAB 1000' }],
    sharedTrips: [{ booking: id, madeAt: at + 60_000, endedAt: null }],
  });
});

it('the export of a trip on which both called for help contains each one’s own place only', async () => {
  const { id, rider, driver } = await environment.trip('STARTED');
  const atDriver = { lat: -34.9, lng: -56.2 };
  const atRider = { lat: -34.91, lng: -56.17 };
  await environment.panic(driver, id, { location: atDriver });
  environment.pass(10_000);
  await environment.panic(rider, id, { location: atRider });
  const placesOf = async (uid: string, as: 'customer' | 'driver') => {
    const { alerts } = await exportTrips(environment.database.queries, uid, [{ id, as }]);
    return alerts.map(({ place }) => place);
  };
  expect(await placesOf(driver.uid, 'driver')).toEqual([atDriver, undefined]);
  expect(await placesOf(rider.uid, 'customer')).toEqual([undefined, atRider]);
});

it('the export contains a rider’s reports, which are erased with the rider but not with the driver', async () => {
  const admin = await environment.addAdmin();
  const { id, rider, driver } = await environment.trip('PAID');
  await environment.report(rider, id, { about: 'lost_item', message: 'My diary' });
  const { queries } = environment.database;
  const of = (uid: string, as: 'customer' | 'driver') => exportTrips(queries, uid, [{ id, as }]);
  expect((await of(rider.uid, 'customer')).alerts).toMatchObject([{ byMe: true, message: 'My diary' }]);
  expect(JSON.stringify(await of(driver.uid, 'driver'))).not.toContain('My diary');
  const withTx = createTransactor(queries);
  const newest = async () => (await environment.alerts(admin, '?limit=1')).body.items[0];
  await withTx((tx) => eraseTrips(tx, driver.uid, { ridden: [], driven: [id] }));
  expect(await newest()).toMatchObject({ booking: id, kind: 'lost_item', message: 'My diary' });
  await withTx((tx) => eraseTrips(tx, rider.uid, { ridden: [id], driven: [] }));
  expect(await newest()).toMatchObject({ booking: id, kind: 'lost_item', message: '', note: null });
});

it('the export of a person without trips is empty', async () => {
  const { uid } = await environment.addRider();
  await environment.trip('STARTED');
  expect(await exportTrips(environment.database.queries, uid, [])).toEqual({ alerts: [], sharedTrips: [] });
});
