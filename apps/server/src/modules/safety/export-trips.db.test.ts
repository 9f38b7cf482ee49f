// The export of one's data has one's own links and alerts, and nothing that is somebody else's.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportTrips } from './export-trips.ts';
import { createSafetyWorld, type SafetyWorld } from './testing/safety-world.ts';

let world: SafetyWorld;
beforeAll(async () => {
  world = await createSafetyWorld();
});
afterAll(() => world.close());

it('of rider and driver of a trip has the calls of each with their place, and the links of each', async () => {
  const admin = await world.addAdmin();
  const { id, rider, driver } = await world.trip('STARTED');
  const at = world.now();
  const { body } = await world.panic(rider, id, { location: { lat: -34.9, lng: -56.2 } });
  await world.resolve(admin, body.id, { note: 'Called the police' });
  const { token } = (await world.share(rider, id)).body;
  world.pass(60_000);
  await world.unshare(rider, id);
  await world.share(driver, id);
  const of = (uid: string, as: 'customer' | 'driver') =>
    exportTrips(world.database.queries, uid, [{ id, as }]);
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

it('of somebody without trips is empty', async () => {
  const { uid } = await world.addRider();
  await world.trip('STARTED');
  expect(await exportTrips(world.database.queries, uid, [])).toEqual({ alerts: [], sharedTrips: [] });
});
