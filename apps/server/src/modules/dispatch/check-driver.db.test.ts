// Tests a driver who accepts and whose phone then goes silent, over real bookings and drivers.
import { routes } from '@kerb/contract';
import { type Settings, settings as settingsSchema } from '@kerb/domain/settings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type BookingEnvironment,
  createBookingEnvironment,
  PLAZA,
} from '../booking/testing/booking-environment.ts';
import { checkDriverJob, createCheckDriver, createSweepDrivers } from './check-driver.ts';
import { dispatchOverBookings } from './testing/dispatch-over-bookings.ts';
import { createSearchOnce } from './testing/search-once.ts';
import { createSearchServer } from './testing/search-server.ts';

const settings: Settings = settingsSchema.parse({ dispatchPolicy: 'nearest', silentDriverSeconds: 300 });
let environment: BookingEnvironment;
let deps: ReturnType<typeof dispatchOverBookings>;
let checkDriver: ReturnType<typeof createCheckDriver>;
let warnings: string[] = [];

beforeAll(async () => {
  environment = await createBookingEnvironment(settings);
  deps = dispatchOverBookings(environment, settings, (message) => warnings.push(message));
});
afterAll(() => environment.close());

beforeEach(() => {
  warnings = [];
  settings.silentDriverSeconds = 300;
  for (const { driver } of environment.fleet.live.all()) environment.fleet.live.remove(driver);
  checkDriver = createCheckDriver(deps);
});

/** Two kilometres from the pickup. */
const FAR = { ...PLAZA, lat: PLAZA.lat + 0.018 };

async function silentFor(ms: number, place = FAR) {
  const trip = await environment.trip('ACCEPTED');
  environment.stand(trip.driver.uid, place);
  environment.pass(ms);
  return trip;
}

describe('a driver on the way whose phone goes silent', () => {
  it('loses the booking, which is offered to another driver at once, without a fee', async () => {
    const { id, driver, rider } = await silentFor(300_000);
    const other = await environment.addDriver();
    environment.stand(other.uid, PLAZA);
    expect(await checkDriver(id)).toBe('given_back');
    expect(warnings).toHaveLength(1);
    expect(await environment.record(id)).toMatchObject({
      status: 'NEW',
      driver: null,
      driver_accept_time: null,
      cancellation_fee: 0,
    });
    expect(await environment.fleet.driverOf(driver.uid)).toMatchObject({ queue: false });
    expect((await environment.call(driver, routes.arriveBooking, id)).status).toBe(404);
    expect(await createSearchOnce(deps)(id)).toBe('offered');
    expect((await environment.call(other, routes.acceptBooking, id)).status).toBe(200);
    expect((await environment.call(rider, routes.getBooking, id)).status).toBe(200);
  });

  it('reads the reason, gets no new offer of the booking, and has an unchanged acceptance rate', async () => {
    const { id, driver } = await silentFor(300_000);
    await checkDriver(id);
    const [missed] = await environment.booking.missedBy(driver.uid, [id]);
    expect(missed?.offer).toEqual({ outcome: 'silent', took_another: false });
    expect(await environment.booking.declinedBy(id)).toEqual([driver.uid]);
    expect(await environment.booking.answeredOffers(driver.uid, 0)).toEqual({ offers: 0, accepted: 0 });
    expect(await createSearchOnce(deps)(id)).toBe('no_candidates');
    settings.dispatchPolicy = 'batched';
    await createSearchServer(deps)();
    expect(await environment.booking.openOffers(id)).toEqual([]);
    settings.dispatchPolicy = 'nearest';
  });

  it('retains the booking until the full time has passed', async () => {
    const { id } = await silentFor(299_999);
    expect(await checkDriver(id)).toBe('waits');
    environment.pass(1);
    expect(await checkDriver(id)).toBe('given_back');
  });

  it('retains the booking for the full time after each position', async () => {
    const { id, driver } = await silentFor(200_000);
    environment.stand(driver.uid, FAR);
    environment.pass(299_999);
    expect(await checkDriver(id)).toBe('waits');
    environment.pass(1);
    expect(await checkDriver(id)).toBe('given_back');
  });

  it('has twice the time near the pickup', async () => {
    const { id } = await silentFor(599_999, { ...PLAZA, lat: PLAZA.lat + 0.004 });
    expect(await checkDriver(id)).toBe('waits');
    environment.pass(1);
    expect(await checkDriver(id)).toBe('given_back');
  });

  it('has the full time after a start or an interruption, before which reports may be missing', async () => {
    let completeSince = 0;
    const positions = { ...deps.fleet.positions, completeSince: () => completeSince };
    const afterInterruption = createCheckDriver({ ...deps, fleet: { ...deps.fleet, positions } });
    const { id } = await silentFor(600_000);
    completeSince = environment.now();
    environment.pass(299_999);
    expect(await afterInterruption(id)).toBe('waits');
    environment.pass(1);
    expect(await afterInterruption(id)).toBe('given_back');
  });

  it('is warned once after half of the time, and again after another position', async () => {
    const { id, driver } = await silentFor(149_999);
    const runJob = async () => {
      const { rows } = await environment.database.asOwner.query<{ payload: unknown }>(
        `select payload from graphile_worker._private_jobs as body join graphile_worker.jobs using (id)
         where jobs.key = $1`,
        [`dispatch.check-driver:${id}`],
      );
      await checkDriverJob(checkDriver)(rows[0]?.payload);
    };
    const warned = async () => {
      const { rows } = await environment.database.pool.query<{ data: object }>(
        "select data from outbox_events where name = 'driver.silent' and data->>'booking_id' = $1",
        [id],
      );
      return rows.map(({ data }) => data);
    };
    await checkDriver(id);
    expect(await warned()).toEqual([]);
    environment.pass(1);
    const warning = { booking_id: id, driver: driver.uid, until: environment.now() + 150_000 };
    await runJob();
    await runJob();
    expect(await warned()).toEqual([warning]);
    environment.stand(driver.uid, FAR);
    environment.pass(150_000);
    await runJob();
    expect(await warned()).toEqual([warning, { ...warning, until: environment.now() + 150_000 }]);
  });

  it('is ignored after the arrival, and always while the setting is 0', async () => {
    const arrived = await environment.trip('ARRIVED');
    const accepted = await silentFor(900_000);
    expect(await checkDriver(arrived.id)).toBe('over');
    settings.silentDriverSeconds = 0;
    expect(await checkDriver(accepted.id)).toBe('over');
    settings.silentDriverSeconds = 300;
    // Two servers may check at the same time.
    const checks = await Promise.all([checkDriver(accepted.id), checkDriver(accepted.id)]);
    expect(checks.sort()).toEqual(['given_back', 'over']);
  });

  it('is checked again after a restart', async () => {
    const { id } = await silentFor(0);
    await environment.database.asOwner.query('delete from graphile_worker._private_jobs');
    await createSweepDrivers(deps)();
    const { rows } = await environment.database.pool.query<{ key: string }>(
      'select key from graphile_worker.jobs',
    );
    expect(rows).toContainEqual({ key: `dispatch.check-driver:${id}` });
  });
});
