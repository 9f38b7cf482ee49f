// What the trails of trips under way give away: once for each time it happens, after a restart as before.

import { routes } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PARQUE, PLAZA } from '../../booking/testing/booking-world.ts';
import { createSafetyWorld, type SafetyWorld } from '../testing/safety-world.ts';

let world: SafetyWorld;
beforeAll(async () => {
  world = await createSafetyWorld();
});
afterAll(() => world.close());

const MINUTE = 60_000;
const midway: LatLng = { lat: (PLAZA.lat + PARQUE.lat) / 2, lng: (PLAZA.lng + PARQUE.lng) / 2 };
const far: LatLng = { lat: midway.lat + 0.03, lng: midway.lng };
const standing = (place: LatLng, minutes: number) => Array.from({ length: minutes * 6 + 1 }, () => place);
const moving = (from: LatLng, minutes: number) =>
  Array.from({ length: minutes * 6 + 1 }, (_, step) => ({ lat: from.lat, lng: from.lng + step * 0.0003 }));

async function kinds(id: string): Promise<string[]> {
  const { rows } = await world.database.pool.query<{ kind: string }>(
    'select kind from safety_alert where booking = $1 order by id',
    [id],
  );
  return rows.map(({ kind }) => kind);
}

it('a car that stands on the way is one alert while it stands, and another when it stands again', async () => {
  const admin = await world.addAdmin();
  const { id } = await world.trip('STARTED');
  world.pass(8 * MINUTE);
  await world.drive(id, standing(midway, 7));
  await Promise.all([world.watch(), world.watch()]);
  await world.watch();
  expect(await kinds(id)).toEqual(['standstill']);
  expect(await world.told(id)).toEqual(['alert.raised', 'alert.changed']);
  const [alert] = (await world.alerts(admin, '?open=true&limit=1')).body.items;
  expect(alert).toMatchObject({ kind: 'standstill', booking: id, raisedBy: null });
  expect(alert?.place?.lat).toBeCloseTo(midway.lat, 6);

  // Taken care of while it still stands: nothing new happens.
  await world.resolve(admin, alert?.id ?? '', { note: 'A flat tyre' });
  world.pass(MINUTE);
  await world.drive(id, standing(midway, 1));
  await world.watch();
  expect(await kinds(id)).toEqual(['standstill']);

  world.pass(2 * MINUTE);
  await world.drive(id, moving(midway, 2));
  await world.watch();
  world.pass(8 * MINUTE);
  await world.drive(id, standing({ lat: midway.lat + 0.004, lng: midway.lng }, 7));
  await world.watch();
  expect(await kinds(id)).toEqual(['standstill', 'standstill']);
});

it('an alert nobody has taken care of is told again rather than doubled', async () => {
  const admin = await world.addAdmin();
  const { id } = await world.trip('STARTED');
  world.pass(8 * MINUTE);
  await world.drive(id, standing(midway, 7));
  await world.watch();
  world.pass(2 * MINUTE);
  await world.drive(id, moving(midway, 2));
  await world.watch();
  world.pass(8 * MINUTE);
  await world.drive(id, standing({ lat: midway.lat + 0.004, lng: midway.lng }, 7));
  await world.watch();
  expect(await kinds(id)).toEqual(['standstill']);
  const alert = (await world.alerts(admin, '?open=true')).body.items.find(({ booking }) => booking === id);
  expect(alert).toMatchObject({ times: 2, lastAt: world.now() });
});

it('what was noticed is closed by the end of its trip, by nobody; a call for help waits for somebody', async () => {
  const admin = await world.addAdmin();
  const { id, rider, driver } = await world.trip('STARTED');
  world.pass(8 * MINUTE);
  await world.drive(id, standing(far, 7));
  await world.watch();
  await world.panic(rider, id);
  expect((await kinds(id)).sort()).toEqual(['off_route', 'panic', 'standstill']);
  await world.tripChanged(id, 'STARTED');
  const openOf = async () =>
    (await world.alerts(admin, '?open=true')).body.items.filter(({ booking }) => booking === id);
  // Told late, or of something else: the trip is still driven.
  expect(await openOf()).toHaveLength(3);
  const before = (await world.told(id)).length;
  expect((await world.call(driver, routes.reachBooking, id, { location: far })).status).toBe(200);
  await Promise.all([world.tripChanged(id, 'STARTED'), world.tripChanged(id, 'STARTED')]);
  expect((await openOf()).map(({ kind }) => kind)).toEqual(['panic']);
  expect((await world.told(id)).slice(before)).toEqual(['alert.changed', 'alert.changed']);
  const closed = (await world.alerts(admin)).body.items.filter(({ booking }) => booking === id);
  for (const alert of closed.filter(({ kind }) => kind !== 'panic'))
    expect(alert).toMatchObject({ resolvedAt: world.now(), resolvedBy: null, note: '' });
  const [noticed] = closed.filter(({ kind }) => kind !== 'panic');
  expect((await world.resolve(admin, noticed?.id ?? '')).code).toBe('already_processed');
});

it('what is noticed in the moment a trip ends is closed by the next round', async () => {
  const { id, driver } = await world.trip('STARTED');
  world.pass(8 * MINUTE);
  await world.drive(id, standing(midway, 7));
  await world.watch();
  await world.call(driver, routes.reachBooking, id, { location: midway });
  await world.watch();
  const { rows } = await world.database.pool.query(
    'select resolved_at, over_at from safety_alert where booking = $1',
    [id],
  );
  expect(rows).toEqual([{ resolved_at: world.now(), over_at: world.now() }]);
});

it('a car far from its route is an alert', async () => {
  const { id } = await world.trip('STARTED');
  world.pass(5 * MINUTE);
  await world.drive(id, moving(far, 4));
  await world.watch();
  expect(await kinds(id)).toEqual(['off_route']);
});

it('a car on its way, one at the pickup and one whose phone is offline are none', async () => {
  const [driving, waiting, offline] = [
    await world.trip('STARTED'),
    await world.trip('STARTED'),
    await world.trip('STARTED'),
  ];
  world.pass(9 * MINUTE);
  await world.drive(driving.id, moving(midway, 8));
  await world.drive(waiting.id, standing(PLAZA, 8));
  await world.drive(offline.id, standing(midway, 7));
  world.pass(2 * MINUTE);
  await world.watch();
  for (const { id } of [driving, waiting, offline]) expect(await kinds(id)).toEqual([]);
});

it('one trip that cannot be looked at leaves the others watched', async () => {
  const [broken, other] = [await world.trip('STARTED'), await world.trip('STARTED')];
  expect(broken.id < other.id).toBe(true);
  world.pass(8 * MINUTE);
  for (const { id } of [broken, other]) await world.drive(id, standing(midway, 7));
  await world.database.asOwner.query(
    `alter table safety_alert add constraint broken check (booking <> '${broken.id}')`,
  );
  await expect(world.watch()).rejects.toThrow('could not be looked at');
  await world.database.asOwner.query('alter table safety_alert drop constraint broken');
  expect([await kinds(broken.id), await kinds(other.id)]).toEqual([[], ['standstill']]);
});

it('only trips that are driven are looked at', async () => {
  const { id } = await world.trip('ARRIVED');
  world.pass(9 * MINUTE);
  await world.drive(id, standing(midway, 8));
  await world.watch();
  expect(await kinds(id)).toEqual([]);
});
