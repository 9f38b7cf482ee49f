// Tests of the alerts detected from positions: one for each occurrence, also after a restart.

import { routes } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PARQUE, PLAZA } from '../../booking/testing/booking-environment.ts';
import { createSafetyEnvironment, type SafetyEnvironment } from '../testing/safety-environment.ts';

let environment: SafetyEnvironment;
beforeAll(async () => {
  environment = await createSafetyEnvironment();
});
afterAll(() => environment.close());

const MINUTE = 60_000;
const midway: LatLng = { lat: (PLAZA.lat + PARQUE.lat) / 2, lng: (PLAZA.lng + PARQUE.lng) / 2 };
const far: LatLng = { lat: midway.lat + 0.03, lng: midway.lng };
const standing = (place: LatLng, minutes: number) => Array.from({ length: minutes * 6 + 1 }, () => place);
const moving = (from: LatLng, minutes: number) =>
  Array.from({ length: minutes * 6 + 1 }, (_, step) => ({ lat: from.lat, lng: from.lng + step * 0.0003 }));

async function kinds(id: string): Promise<string[]> {
  const { rows } = await environment.database.pool.query<{ kind: string }>(
    'select kind from safety_alerts where booking = $1 order by id',
    [id],
  );
  return rows.map(({ kind }) => kind);
}

it('a car that stands still on the way has one alert until it moves, and another when it stops again', async () => {
  const admin = await environment.addAdmin();
  const { id } = await environment.trip('STARTED');
  environment.pass(8 * MINUTE);
  await environment.drive(id, standing(midway, 7));
  await Promise.all([environment.watch(), environment.watch()]);
  await environment.watch();
  expect(await kinds(id)).toEqual(['standstill']);
  expect(await environment.publishedEvents(id)).toEqual(['alert.raised', 'alert.changed']);
  const [alert] = (await environment.alerts(admin, '?open=true&limit=1')).body.items;
  expect(alert).toMatchObject({ kind: 'standstill', booking: id, raisedBy: null });
  expect(alert?.place?.lat).toBeCloseTo(midway.lat, 6);

  // Resolved while the car still stands: no new alert is raised.
  await environment.resolve(admin, alert?.id ?? '', { note: 'A flat tyre' });
  environment.pass(MINUTE);
  await environment.drive(id, standing(midway, 1));
  await environment.watch();
  expect(await kinds(id)).toEqual(['standstill']);

  environment.pass(2 * MINUTE);
  await environment.drive(id, moving(midway, 2));
  await environment.watch();
  environment.pass(8 * MINUTE);
  await environment.drive(id, standing({ lat: midway.lat + 0.004, lng: midway.lng }, 7));
  await environment.watch();
  expect(await kinds(id)).toEqual(['standstill', 'standstill']);
});

it('an open alert is updated rather than doubled', async () => {
  const admin = await environment.addAdmin();
  const { id } = await environment.trip('STARTED');
  environment.pass(8 * MINUTE);
  await environment.drive(id, standing(midway, 7));
  await environment.watch();
  environment.pass(2 * MINUTE);
  await environment.drive(id, moving(midway, 2));
  await environment.watch();
  environment.pass(8 * MINUTE);
  await environment.drive(id, standing({ lat: midway.lat + 0.004, lng: midway.lng }, 7));
  await environment.watch();
  expect(await kinds(id)).toEqual(['standstill']);
  const alert = (await environment.alerts(admin, '?open=true')).body.items.find(
    ({ booking }) => booking === id,
  );
  expect(alert).toMatchObject({ times: 2, lastAt: environment.now() });
});

it('an automatic alert is closed by the end of its trip; a call for help requires an admin', async () => {
  const admin = await environment.addAdmin();
  const { id, rider, driver } = await environment.trip('STARTED');
  environment.pass(8 * MINUTE);
  await environment.drive(id, standing(far, 7));
  await environment.watch();
  await environment.panic(rider, id);
  expect((await kinds(id)).sort()).toEqual(['off_route', 'panic', 'standstill']);
  await environment.tripChanged(id, 'STARTED');
  const openOf = async () =>
    (await environment.alerts(admin, '?open=true')).body.items.filter(({ booking }) => booking === id);
  // The event was delivered late, or is about another change: the trip is still in progress.
  expect(await openOf()).toHaveLength(3);
  const before = (await environment.publishedEvents(id)).length;
  expect((await environment.call(driver, routes.reachBooking, id, { location: far })).status).toBe(200);
  await Promise.all([environment.tripChanged(id, 'STARTED'), environment.tripChanged(id, 'STARTED')]);
  expect((await openOf()).map(({ kind }) => kind)).toEqual(['panic']);
  expect((await environment.publishedEvents(id)).slice(before)).toEqual(['alert.changed', 'alert.changed']);
  const closed = (await environment.alerts(admin)).body.items.filter(({ booking }) => booking === id);
  for (const alert of closed.filter(({ kind }) => kind !== 'panic'))
    expect(alert).toMatchObject({ resolvedAt: environment.now(), resolvedBy: null, note: '' });
  const [noticed] = closed.filter(({ kind }) => kind !== 'panic');
  expect((await environment.resolve(admin, noticed?.id ?? '')).code).toBe('already_processed');
});

it('an alert raised at the moment a trip ends is closed by the next run', async () => {
  const { id, driver } = await environment.trip('STARTED');
  environment.pass(8 * MINUTE);
  await environment.drive(id, standing(midway, 7));
  await environment.watch();
  await environment.call(driver, routes.reachBooking, id, { location: midway });
  await environment.watch();
  const { rows } = await environment.database.pool.query(
    'select resolved_at, over_at from safety_alerts where booking = $1',
    [id],
  );
  expect(rows).toEqual([{ resolved_at: environment.now(), over_at: environment.now() }]);
});

it('a car far from its route raises an alert', async () => {
  const { id } = await environment.trip('STARTED');
  environment.pass(5 * MINUTE);
  await environment.drive(id, moving(far, 4));
  await environment.watch();
  expect(await kinds(id)).toEqual(['off_route']);
});

it('a car on its route, one at the pickup and one whose phone is offline raise no alert', async () => {
  const driving = await environment.trip('STARTED');
  const waiting = await environment.trip('STARTED');
  const offline = await environment.trip('STARTED');
  environment.pass(9 * MINUTE);
  await environment.drive(driving.id, moving(midway, 8));
  await environment.drive(waiting.id, standing(PLAZA, 8));
  await environment.drive(offline.id, standing(midway, 7));
  environment.pass(2 * MINUTE);
  await environment.watch();
  for (const { id } of [driving, waiting, offline]) expect(await kinds(id)).toEqual([]);
});

it('a trip that cannot be checked does not prevent the checks of others', async () => {
  const broken = await environment.trip('STARTED');
  const other = await environment.trip('STARTED');
  expect(broken.id < other.id).toBe(true);
  environment.pass(8 * MINUTE);
  for (const { id } of [broken, other]) await environment.drive(id, standing(midway, 7));
  await environment.database.asOwner.query(
    `alter table safety_alerts add constraint broken check (booking <> '${broken.id}')`,
  );
  await expect(environment.watch()).rejects.toThrow('could not be looked at');
  await environment.database.asOwner.query('alter table safety_alerts drop constraint broken');
  expect([await kinds(broken.id), await kinds(other.id)]).toEqual([[], ['standstill']]);
});

it('only trips in progress are checked', async () => {
  const { id } = await environment.trip('ARRIVED');
  environment.pass(9 * MINUTE);
  await environment.drive(id, standing(midway, 8));
  await environment.watch();
  expect(await kinds(id)).toEqual([]);
});
