// Tests "Assign driver" (specification §4): the candidates, and when an admin may send them an offer.
import { type DriverCandidate, routes } from '@kerb/contract';
import { settings as settingsSchema } from '@kerb/domain/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import {
  type BookingEnvironment,
  createBookingEnvironment,
  PARQUE,
  PLAZA,
} from '../booking/testing/booking-environment.ts';
import { createDispatchModule } from './index.ts';
import { createListCandidates } from './list-candidates.ts';
import { MANUAL_JOB } from './switch-to-manual.ts';
import { dispatchOverBookings } from './testing/dispatch-over-bookings.ts';

let environment: BookingEnvironment;
let admin: Actor;
let mapsFail = false;
const blocked = new Set<string>();
const warnings: string[] = [];
beforeAll(async () => {
  environment = await createBookingEnvironment({ autoDispatch: false });
  admin = await environment.addAdmin();
});
afterAll(() => environment.close());

/** Road travel: one metre for each ten-thousandth of a degree east of the plaza, at ten metres a second. */
const candidates = (id: string, q?: string): Promise<DriverCandidate[]> =>
  createListCandidates({
    booking: environment.booking,
    fleet: environment.fleet,
    identity: environment.identity,
    wallet: { blockedAmong: async () => blocked },
    logger: { warn: (_details, message) => warnings.push(message) },
    maps: {
      async arrivalTimes(starts) {
        if (mapsFail) throw new Error('the map service is away');
        return starts.map(({ lng }) =>
          lng > PLAZA.lng + 0.5 ? null : { distance_in_km: 1, time_in_secs: Math.abs(lng - PLAZA.lng) * 1e4 },
        );
      },
    },
  })(id, q);

const east = (degrees: number) => ({ ...PLAZA, lng: PLAZA.lng + degrees });
const assign = (id: string, driver: string, as: Actor | null = admin) =>
  environment.call(as, routes.assignBooking, id, { driver });
const later = async (): Promise<string> =>
  environment.book(await environment.addRider(), {
    bookLater: true,
    tripdate: environment.now() + 3_600_000,
  });

describe('the candidates', () => {
  it('are sorted by road travel time, then by distance, then drivers without a position', async () => {
    const [near, far, unknown, noRoad] = await environment.addDrivers(4);
    const id = await later();
    environment.stand(far?.uid ?? '', east(0.02));
    environment.stand(near?.uid ?? '', east(0.01));
    environment.stand(noRoad?.uid ?? '', east(0.6));
    environment.fleet.live.remove(unknown?.uid ?? '');
    const listed = await candidates(id);
    expect(listed.map(({ driver }) => driver)).toEqual([near?.uid, far?.uid, noRoad?.uid, unknown?.uid]);
    expect(listed.map(({ time_in_secs }) => time_in_secs)).toEqual([100, 200, null, null]);
    expect(listed.map(({ gate }) => gate)).toEqual([null, null, 'too_far', 'no_location']);
    expect(listed[0]).toMatchObject({
      name: expect.stringContaining('Ana'),
      vehicle_description: 'Chevrolet Onix',
    });
    expect(listed[0]?.distance).toBeCloseTo(0.912, 2);
    expect(listed[3]?.distance).toBeNull();
  });

  it('leave out other car types, unapproved drivers and expired documents', async () => {
    const [other, disabled, expired, good] = await environment.addDrivers(4);
    const { pool } = environment.database;
    await pool.query('update drivers set car_type = null where uid = $1', [other?.uid]);
    await pool.query("update users set approved = false, review = 'disabled' where uid = $1", [
      disabled?.uid,
    ]);
    await pool.query('update drivers set documents_valid_until = $2 where uid = $1', [
      expired?.uid,
      environment.now(),
    ]);
    const id = await later();
    const listed = (await candidates(id)).map(({ driver }) => driver);
    expect(listed).toContain(good?.uid);
    for (const one of [other, disabled, expired]) {
      expect(listed).not.toContain(one?.uid);
      // A driver who is not listed is rejected as well.
      expect((await assign(id, one?.uid ?? '')).code).toBe('driver_not_eligible');
    }
  });

  it('show failed eligibility checks and open offers', async () => {
    const [busy, owing, refuses, asked, offDuty] = await environment.addDrivers(5);
    const id = await later();
    const { pool } = environment.database;
    await pool.query('update drivers set queue = true where uid = $1', [busy?.uid]);
    await pool.query('update drivers set driver_active_status = false where uid = $1', [offDuty?.uid]);
    blocked.add(owing?.uid ?? '');
    for (const one of [refuses, asked]) expect((await assign(id, one?.uid ?? '')).status).toBe(200);
    if (refuses) await environment.call(refuses, routes.declineBooking, id);
    const listed = new Map((await candidates(id)).map((one) => [one.driver, one]));
    const about = (one: Actor | undefined) => {
      const found = listed.get(one?.uid ?? '');
      return [found?.gate, found?.asked];
    };
    expect(about(busy)).toEqual(['busy', false]);
    expect(about(owing)).toEqual(['wallet_blocked', false]);
    expect(about(refuses)).toEqual(['declined', false]);
    expect(about(asked)).toEqual([null, true]);
    expect(about(offDuty)).toEqual(['off_duty', false]);
  });

  it('are found by name and by plate in any spelling', async () => {
    const driver = await environment.addDriver();
    const { pool } = environment.database;
    await pool.query("update users set first_name = 'José', last_name = 'Núñez' where uid = $1", [
      driver.uid,
    ]);
    await pool.query("update drivers set vehicle_number = 'XYZ 4711' where uid = $1", [driver.uid]);
    const id = await later();
    for (const q of ['nunez', 'JOSÉ NÚ', 'xyz4711', ' z 47 '])
      expect((await candidates(id, q)).map((one) => one.driver)).toEqual([driver.uid]);
    expect(await candidates(id, 'no driver of this name')).toEqual([]);
  });

  it('are returned without times when the map service fails, at most a hundred', async () => {
    await environment.addDrivers(100);
    const id = await later();
    mapsFail = true;
    const listed = await candidates(id);
    mapsFail = false;
    expect(listed).toHaveLength(100);
    expect(new Set(listed.map(({ time_in_secs }) => time_in_secs))).toEqual(new Set([null]));
    expect(warnings).toEqual(['No travel times for the drivers to choose from']);
  });

  it('of a booking that does not exist are not found', async () => {
    await expect(candidates('0190a0b0-0000-7000-8000-000000000000')).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('assigning', () => {
  it('sends the driver one offer and one notification, however often it is repeated, also concurrently', async () => {
    const driver = await environment.addDriver();
    const id = await later();
    expect((await assign(id, driver.uid)).body).toMatchObject({ status: 'NEW', requestedCount: 1 });
    expect((await assign(id, driver.uid)).body).toMatchObject({ status: 'NEW', requestedCount: 1 });
    environment.pass(60_000);
    await Promise.all([assign(id, driver.uid), assign(id, driver.uid)]);
    expect(await environment.booking.openOffers(id)).toMatchObject([
      { expires_at: environment.now() + 86_400_000 },
    ]);
    const { rows } = await environment.database.pool.query<{ topics: string[] }>(
      "select topics from outbox_events where name = 'task.offered' and data ->> 'booking_id' = $1",
      [id],
    );
    expect(rows.map(({ topics }) => topics)).toEqual([[`tasks:${driver.uid}`]]);
    expect(await environment.booking.tasksOf(driver.uid)).toHaveLength(1);
    expect((await environment.call(driver, routes.acceptBooking, id)).status).toBe(200);
  });

  it('notifies a driver again whose earlier offer was declined or has expired', async () => {
    const driver = await environment.addDriver();
    const id = await later();
    // Another driver gets an offer too, because a booking whose only driver declines is cancelled.
    await assign(id, (await environment.addDriver()).uid);
    await assign(id, driver.uid);
    await environment.call(driver, routes.declineBooking, id);
    await assign(id, driver.uid);
    await environment.database.pool.query('update booking_requests set expires_at = $2 where booking = $1', [
      id,
      environment.now(),
    ]);
    expect((await assign(id, driver.uid)).status).toBe(200);
    const { rows } = await environment.database.pool.query(
      `select 1 from outbox_events where name = 'task.offered' and data ->> 'booking_id' = $1 and $2 = any(topics)`,
      [id, `tasks:${driver.uid}`],
    );
    expect(rows).toHaveLength(3);
  });

  it('schedules a dispatch job for the end of an offer by an admin', async () => {
    const driver = await environment.addDriver();
    const id = await environment.book(await environment.addRider());
    const settings = settingsSchema.parse({ autoDispatch: false });
    const { subscribers = [] } = createDispatchModule(
      dispatchOverBookings(environment, settings, expect.fail),
    );
    const { pool } = environment.database;
    const deliver = async (): Promise<void> => {
      const { rows } = await pool.query<{ name: string; data: Record<string, unknown> }>(
        `delete from outbox_events where name = 'booking.changed' and data ->> 'booking_id' = $1
         returning name, data`,
        [id],
      );
      expect(rows).not.toEqual([]);
      for (const { name, data } of rows)
        for (const { events, handle } of subscribers)
          if (events.includes(name))
            await handle({ name, data, topics: [], id: 1, position: 1, at: environment.now() });
    };
    const planned = async (): Promise<number[]> => {
      const { rows } = await pool.query<{ run_at: Date }>(
        'delete from graphile_worker._private_jobs where key = $1 returning run_at',
        [`${MANUAL_JOB}:${id}`],
      );
      return rows.map(({ run_at }) => run_at.getTime() - environment.now());
    };
    await assign(id, driver.uid);
    await deliver();
    expect(await planned()).toEqual([86_400_100]);
    await environment.ask(id, [await environment.addDriver()]);
    await deliver();
    expect(await planned()).toEqual([]);
  });

  it('is rejected while automatic dispatch is on', async () => {
    const driver = await environment.addDriver();
    const id = await later();
    environment.set({ autoDispatch: true });
    expect((await assign(id, driver.uid)).code).toBe('transition_not_allowed');
    environment.set({ autoDispatch: false });
    expect(await environment.booking.openOffers(id)).toEqual([]);
  });

  it('is rejected once the booking is no longer NEW', async () => {
    const driver = await environment.addDriver();
    for (const status of ['ACCEPTED', 'STARTED', 'PAID'] as const) {
      const { id } = await environment.trip(status);
      expect((await assign(id, driver.uid)).code).toBe('transition_not_allowed');
    }
  });

  it('is allowed for admins only', async () => {
    const driver = await environment.addDriver();
    const { id, rider } = await environment.trip('NEW');
    expect((await assign(id, driver.uid, rider)).code).toBe('forbidden');
    expect((await assign(id, driver.uid, driver)).code).toBe('forbidden');
    expect((await assign(id, driver.uid, null)).code).toBe('not_logged_in');
    expect((await assign(id, rider.uid)).code).toBe('driver_not_eligible');
  });

  it('leaves no open offer when the booking is cancelled concurrently', async () => {
    const drivers = await environment.addDrivers(5);
    const rider = await environment.addRider();
    const id = await environment.book(rider, {
      bookLater: true,
      tripdate: environment.now() + 3_600_000,
      drop: PARQUE,
    });
    const answers = await Promise.all([
      ...drivers.map(({ uid }) => assign(id, uid)),
      environment.call(rider, routes.cancelBooking, id, { reason: 'Plans have changed' }),
    ]);
    expect(answers.at(-1)?.status).toBe(200);
    for (const { status, code } of answers.slice(0, -1))
      expect([200, 'transition_not_allowed']).toContain(code ?? status);
    expect(await environment.booking.openOffers(id)).toEqual([]);
    for (const { uid } of drivers) expect(await environment.booking.tasksOf(uid)).toEqual([]);
  });
});
