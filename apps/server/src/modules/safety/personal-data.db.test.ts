// The export of personal data has the person's own links and alerts, and nothing of others.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportTrips } from './personal-data.ts';
import { createSafetyEnvironment, type SafetyEnvironment } from './testing/safety-environment.ts';

let environment: SafetyEnvironment;
beforeAll(async () => {
  environment = await createSafetyEnvironment();
});
afterAll(() => environment.close());

it('of rider and driver of a trip has the calls of each with their place, and the links of each', async () => {
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
    alerts: [alert],
    sharedTrips: [{ booking: id, madeAt: at + 60_000, endedAt: null }],
  });
});

it('of a person without trips is empty', async () => {
  const { uid } = await environment.addRider();
  await environment.trip('STARTED');
  expect(await exportTrips(environment.database.queries, uid, [])).toEqual({ alerts: [], sharedTrips: [] });
});
