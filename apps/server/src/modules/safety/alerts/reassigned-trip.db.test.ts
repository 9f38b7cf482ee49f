// Tests of alerts on a booking that another driver took over: whose they are, what the console shows, and what the
// export and the erasure of personal data do with them.
import { readFile } from 'node:fs/promises';
import { routes } from '@kerb/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { eraseTrips, exportTrips } from '../personal-data.ts';
import { createSafetyEnvironment, type SafetyEnvironment } from '../testing/safety-environment.ts';

const BACKFILL = new URL('../../../../db/migrations/0165_people_of_earlier_alerts.sql', import.meta.url);
const HERE = { lat: -34.9077, lng: -56.1801 };
const THERE = { lat: -34.91, lng: -56.17 };

let environment: SafetyEnvironment;
let admin: Actor;
beforeAll(async () => {
  environment = await createSafetyEnvironment();
  admin = await environment.addAdmin();
});
afterAll(() => environment.close());

async function giveTo(id: string, from: Actor, next: Actor): Promise<void> {
  environment.pass(10_000);
  const { status } = await environment.call(admin, routes.reassignBooking, id, {
    from: from.uid,
    to: next.uid,
  });
  if (status !== 200) throw new Error(`not reassigned: ${status}`);
  const accepted = await environment.call(next, routes.acceptBooking, id, {});
  if (accepted.status !== 200) throw new Error(`not accepted: ${accepted.status}`);
}

/** A booking whose first driver called for help and was replaced by the second one. */
async function reassigned() {
  const { id, rider, driver: first } = await environment.trip('ACCEPTED');
  const call = await environment.panic(first, id, { location: HERE });
  const before = await environment.record(id);
  const second = await environment.addDriver();
  await environment.database.pool.query(`update drivers set vehicle_number = 'SAB 2000' where uid = $1`, [
    second.uid,
  ]);
  await giveTo(id, first, second);
  return { id, rider, first, second, before, alert: call.body.id };
}

const alertsOf = async (id: string, query = '') =>
  (await environment.alerts(admin, `?limit=50${query}`)).body.items.filter(({ booking }) => booking === id);
const raisedEvents = async (id: string) =>
  (await environment.publishedEvents(id)).filter((name) => name === 'alert.raised');

describe('after a booking was reassigned, an alert', () => {
  it('still shows the driver, the plate and the car’s position of the time when it was raised', async () => {
    const { id, first, before, alert } = await reassigned();
    environment.stand(first.uid, THERE);
    expect(await alertsOf(id)).toMatchObject([
      {
        id: alert,
        raisedBy: 'driver',
        driver: { uid: first.uid, name: before.driver_name, contact: before.driver_contact },
        driverReplaced: true,
        vehicle_number: 'SAB 1000',
        vehicle_description: null,
        position: THERE,
      },
    ]);
    const { body } = await environment.resolve(admin, alert, { note: 'Sent another car' });
    expect(body).toMatchObject({ driver: { uid: first.uid }, vehicle_number: 'SAB 1000', position: null });
  });

  it('of the next driver is an alert of its own, of which admins are notified', async () => {
    const { id, first, second } = await reassigned();
    expect(await raisedEvents(id)).toHaveLength(1);
    await environment.panic(second, id, { location: THERE });
    expect(await raisedEvents(id)).toHaveLength(2);
    expect(await alertsOf(id, '&open=true')).toMatchObject([
      {
        times: 1,
        place: THERE,
        driver: { uid: second.uid },
        driverReplaced: false,
        vehicle_number: 'SAB 2000',
        vehicle_description: 'Chevrolet Onix',
      },
      { times: 1, place: HERE, driver: { uid: first.uid }, driverReplaced: true, vehicle_number: 'SAB 1000' },
    ]);
  });

  it('of the same caller stays one alert with its place, also with many concurrent presses', async () => {
    const { id, second } = await reassigned();
    await environment.panic(second, id, { location: THERE });
    environment.pass(10_000);
    const answers = await Promise.all(Array.from({ length: 20 }, () => environment.panic(second, id)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await alertsOf(id)).toMatchObject([
      { times: 2, place: THERE },
      { times: 1, place: HERE },
    ]);
    expect(await raisedEvents(id)).toHaveLength(2);
  });

  it('of the rider about the next driver is an alert of its own, with that driver and car', async () => {
    const { id, rider, driver: first } = await environment.trip('ARRIVED');
    const { body: call } = await environment.panic(rider, id, { location: HERE });
    const second = await environment.addDriver();
    await giveTo(id, first, second);
    const answers = await Promise.all(Array.from({ length: 5 }, () => environment.panic(rider, id)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await alertsOf(id, '&open=true')).toMatchObject([
      { id: answers[0]?.body.id, raisedBy: 'rider', driver: { uid: second.uid }, driverReplaced: false },
      { id: call.id, raisedBy: 'rider', driver: { uid: first.uid }, driverReplaced: true, place: HERE },
    ]);
    expect(await raisedEvents(id)).toHaveLength(2);
  });

  it('hides the earlier driver’s number in demonstration mode', async () => {
    const { id } = await reassigned();
    environment.setSafety({ AllowCriticalEditsAdmin: false });
    expect(await alertsOf(id)).toMatchObject([{ driver: { contact: null } }]);
    environment.setSafety({ AllowCriticalEditsAdmin: true });
  });
});

describe('personal data of a booking that was reassigned', () => {
  it('has the alerts that were raised while the driver had the booking, each with the caller’s place only', async () => {
    const { id, rider, first, second } = await reassigned();
    await environment.panic(second, id, { location: THERE });
    const exported = async ({ uid }: Actor, as: 'customer' | 'driver' | null) => {
      const trips = as === null ? [] : [{ id, as }];
      return (await exportTrips(environment.database.queries, uid, trips)).alerts;
    };
    // The booking is not one of the first driver's any more.
    const ofFirst = await exported(first, null);
    expect(ofFirst).toMatchObject([{ booking: id, byMe: true, place: HERE, vehicle_number: 'SAB 1000' }]);
    const ofSecond = await exported(second, 'driver');
    expect(ofSecond).toMatchObject([{ booking: id, byMe: true, place: THERE, vehicle_number: 'SAB 2000' }]);
    const ofRider = await exported(rider, 'customer');
    expect(ofRider).toHaveLength(2);
    expect(JSON.stringify(ofRider)).not.toMatch(/byMe|place|vehicle_number/);
  });

  it('has the rider’s call for the driver of that time, without its place, and not for the next driver', async () => {
    const { id, rider, driver: first } = await environment.trip('ARRIVED');
    await environment.panic(rider, id, { location: HERE });
    const second = await environment.addDriver();
    await giveTo(id, first, second);
    const { queries } = environment.database;
    const { alerts } = await exportTrips(queries, first.uid, []);
    expect(alerts).toMatchObject([{ booking: id, vehicle_number: 'SAB 1000' }]);
    expect(JSON.stringify(alerts)).not.toMatch(/byMe|place/);
    expect((await exportTrips(queries, second.uid, [{ id, as: 'driver' }])).alerts).toEqual([]);
  });

  it('is erased with each driver: the plate and the note of the alerts while they had the booking', async () => {
    const { id, first, second, alert } = await reassigned();
    const { body } = await environment.panic(second, id);
    await environment.resolve(admin, alert, { note: 'About the first driver' });
    await environment.resolve(admin, body.id, { note: 'About the second driver' });
    await environment.withTx((tx) => eraseTrips(tx, first.uid, { ridden: [], driven: [] }));
    expect(await alertsOf(id)).toMatchObject([
      { vehicle_number: 'SAB 2000', note: 'About the second driver' },
      { vehicle_number: '', note: '', place: HERE },
    ]);
    await environment.withTx((tx) => eraseTrips(tx, second.uid, { ridden: [], driven: [id] }));
    expect(await alertsOf(id)).toMatchObject([
      { vehicle_number: '', note: '' },
      { vehicle_number: '', note: '' },
    ]);
  });
});

it('the migration gives earlier alerts the people of their booking, unless its driver accepted it later', async () => {
  const { id, rider, second } = await reassigned();
  await environment.panic(rider, id);
  environment.pass(10_000);
  await environment.panic(second, id);
  const { pool } = environment.database;
  const stored = async () => {
    const { rows } = await pool.query(
      'select caller, driver, vehicle_reg_no from safety_alerts where booking = $1 order by id',
      [id],
    );
    return rows;
  };
  // Alerts from before the people were stored: the earlier driver's one is closed, as only one could be open.
  await pool.query(
    `update safety_alerts set resolved_at = at, resolved_by = $2, note = '' where booking = $1 and caller = driver and driver <> $3`,
    [id, admin.uid, second.uid],
  );
  await pool.query(
    'update safety_alerts set caller = null, driver = null, vehicle_reg_no = null where booking = $1',
    [id],
  );
  await pool.query(await readFile(BACKFILL, 'utf8'));
  expect(await stored()).toEqual([
    { caller: null, driver: null, vehicle_reg_no: null },
    { caller: rider.uid, driver: second.uid, vehicle_reg_no: 'SAB 2000' },
    { caller: second.uid, driver: second.uid, vehicle_reg_no: 'SAB 2000' },
  ]);
});
