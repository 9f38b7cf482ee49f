// "Assign driver" (specification §4): who may be chosen, and when an admin may ask them.
import { type DriverCandidate, routes } from '@kerb/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { type BookingWorld, createBookingWorld, PARQUE, PLAZA } from '../booking/testing/booking-world.ts';
import { createListCandidates } from './list-candidates.ts';

let world: BookingWorld;
let admin: Actor;
let mapsFail = false;
const blocked = new Set<string>();
const warnings: string[] = [];
beforeAll(async () => {
  world = await createBookingWorld({ autoDispatch: false });
  admin = await world.addAdmin();
});
afterAll(() => world.close());

/** A road metre for each ten-thousandth of a degree east of the plaza, ten of them a second. */
const candidates = (id: string, q?: string): Promise<DriverCandidate[]> =>
  createListCandidates({
    booking: world.booking,
    fleet: world.fleet,
    identity: world.identity,
    wallet: { blockedForTasks: async (uid) => blocked.has(uid) },
    logger: { warn: (_details, message) => warnings.push(message) },
    maps: {
      async matrix(starts) {
        if (mapsFail) throw new Error('the map service is away');
        return starts.map(({ lng }) => [
          lng > PLAZA.lng + 0.5 ? null : { distance_in_km: 1, time_in_secs: Math.abs(lng - PLAZA.lng) * 1e4 },
        ]);
      },
    },
  })(id, q);

const east = (degrees: number) => ({ ...PLAZA, lng: PLAZA.lng + degrees });
const assign = (id: string, driver: string, as: Actor | null = admin) =>
  world.call(as, routes.assignBooking, id, { driver });
const later = async (): Promise<string> =>
  world.book(await world.addRider(), { bookLater: true, tripdate: world.now() + 3_600_000 });

describe('the candidates', () => {
  it('are the soonest by road first, then the nearest, then those whose place is not known', async () => {
    const [near, far, unknown, noRoad] = await world.addDrivers(4);
    const id = await later();
    world.stand(far?.uid ?? '', east(0.02));
    world.stand(near?.uid ?? '', east(0.01));
    world.stand(noRoad?.uid ?? '', east(0.6));
    world.fleet.live.remove(unknown?.uid ?? '');
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

  it('leave out other car types, those not approved, and papers that have run out', async () => {
    const [other, disabled, expired, good] = await world.addDrivers(4);
    const { pool } = world.database;
    await pool.query('update drivers set car_type = null where uid = $1', [other?.uid]);
    await pool.query("update users set approved = false, review = 'disabled' where uid = $1", [
      disabled?.uid,
    ]);
    await pool.query('update drivers set documents_valid_until = $2 where uid = $1', [
      expired?.uid,
      world.now(),
    ]);
    const id = await later();
    const listed = (await candidates(id)).map(({ driver }) => driver);
    expect(listed).toContain(good?.uid);
    for (const one of [other, disabled, expired]) {
      expect(listed).not.toContain(one?.uid);
      // What is not offered is refused as well.
      expect((await assign(id, one?.uid ?? '')).code).toBe('driver_not_eligible');
    }
  });

  it('carry the gates of dispatch, and who is asked already', async () => {
    const [busy, owing, refuses, asked, offDuty] = await world.addDrivers(5);
    const id = await later();
    const { pool } = world.database;
    await pool.query('update drivers set queue = true where uid = $1', [busy?.uid]);
    await pool.query('update drivers set driver_active_status = false where uid = $1', [offDuty?.uid]);
    blocked.add(owing?.uid ?? '');
    for (const one of [refuses, asked]) expect((await assign(id, one?.uid ?? '')).status).toBe(200);
    if (refuses) await world.call(refuses, routes.declineBooking, id);
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

  it('are found by name and by plate, however they are written', async () => {
    const driver = await world.addDriver();
    const { pool } = world.database;
    await pool.query("update users set first_name = 'José', last_name = 'Núñez' where uid = $1", [
      driver.uid,
    ]);
    await pool.query("update drivers set vehicle_number = 'XYZ 4711' where uid = $1", [driver.uid]);
    const id = await later();
    for (const q of ['nunez', 'JOSÉ NÚ', 'xyz4711', ' z 47 '])
      expect((await candidates(id, q)).map((one) => one.driver)).toEqual([driver.uid]);
    expect(await candidates(id, 'nobody of this name')).toEqual([]);
  });

  it('stay when the map service fails, without times, and are a hundred at most', async () => {
    await world.addDrivers(100);
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
  it('asks the driver and tells him once, however often it is done, also at the same time', async () => {
    const driver = await world.addDriver();
    const id = await later();
    expect((await assign(id, driver.uid)).body).toMatchObject({ status: 'NEW', requestedCount: 1 });
    expect((await assign(id, driver.uid)).body).toMatchObject({ status: 'NEW', requestedCount: 1 });
    world.pass(60_000);
    await Promise.all([assign(id, driver.uid), assign(id, driver.uid)]);
    expect(await world.booking.openRequests(id)).toMatchObject([{ expires_at: world.now() + 86_400_000 }]);
    const { rows } = await world.database.pool.query<{ topics: string[] }>(
      "select topics from outbox where name = 'task.offered' and data ->> 'booking_id' = $1",
      [id],
    );
    expect(rows.map(({ topics }) => topics)).toEqual([[`tasks:${driver.uid}`]]);
    expect(await world.booking.tasksOf(driver.uid)).toHaveLength(1);
    expect((await world.call(driver, routes.acceptBooking, id)).status).toBe(200);
  });

  it('tells a driver again who has declined, or whose time to answer was over', async () => {
    const driver = await world.addDriver();
    const id = await later();
    // Somebody else is asked too: a booking whose only driver declines is cancelled.
    await assign(id, (await world.addDriver()).uid);
    await assign(id, driver.uid);
    await world.call(driver, routes.declineBooking, id);
    await assign(id, driver.uid);
    await world.database.pool.query('update booking_request set expires_at = $2 where booking = $1', [
      id,
      world.now(),
    ]);
    expect((await assign(id, driver.uid)).status).toBe(200);
    const { rows } = await world.database.pool.query(
      `select 1 from outbox where name = 'task.offered' and data ->> 'booking_id' = $1 and $2 = any(topics)`,
      [id, `tasks:${driver.uid}`],
    );
    expect(rows).toHaveLength(3);
  });

  it('is refused while Kerb finds drivers by itself', async () => {
    const driver = await world.addDriver();
    const id = await later();
    world.set({ autoDispatch: true });
    expect((await assign(id, driver.uid)).code).toBe('transition_not_allowed');
    world.set({ autoDispatch: false });
    expect(await world.booking.openRequests(id)).toEqual([]);
  });

  it('is refused once the booking is no longer NEW', async () => {
    const driver = await world.addDriver();
    for (const status of ['ACCEPTED', 'STARTED', 'PAID'] as const) {
      const { id } = await world.trip(status);
      expect((await assign(id, driver.uid)).code).toBe('transition_not_allowed');
    }
  });

  it('is an admin\u2019s alone', async () => {
    const driver = await world.addDriver();
    const { id, rider } = await world.trip('NEW');
    expect((await assign(id, driver.uid, rider)).code).toBe('forbidden');
    expect((await assign(id, driver.uid, driver)).code).toBe('forbidden');
    expect((await assign(id, driver.uid, null)).code).toBe('not_logged_in');
    expect((await assign(id, rider.uid)).code).toBe('driver_not_eligible');
  });

  it('at the moment of a cancellation leaves nobody asked', async () => {
    const drivers = await world.addDrivers(5);
    const rider = await world.addRider();
    const id = await world.book(rider, { bookLater: true, tripdate: world.now() + 3_600_000, drop: PARQUE });
    const answers = await Promise.all([
      ...drivers.map(({ uid }) => assign(id, uid)),
      world.call(rider, routes.cancelBooking, id, { reason: 'Plans have changed' }),
    ]);
    expect(answers.at(-1)?.status).toBe(200);
    for (const { status, code } of answers.slice(0, -1))
      expect([200, 'transition_not_allowed']).toContain(code ?? status);
    expect(await world.booking.openRequests(id)).toEqual([]);
    for (const { uid } of drivers) expect(await world.booking.tasksOf(uid)).toEqual([]);
  });
});
