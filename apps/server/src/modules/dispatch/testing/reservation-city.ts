// Test environment of reservations over the real booking module: later bookings, drivers on duty and their plan; roads
// are straight lines.
import { routes } from '@kerb/contract';
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import { type Settings, settings as settingsSchema } from '@kerb/domain/settings';
import { expect } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { createBookingEnvironment, PLAZA } from '../../booking/testing/booking-environment.ts';
import { dispatchRepository } from '../dispatch.repository.ts';
import { createPlanReservations } from '../plan-reservations.ts';
import { dispatchOverBookings } from './dispatch-over-bookings.ts';
import { createSearchServer } from './search-server.ts';

export const MINUTE = 60_000;

/** The point this many metres north of the plaza. */
export const north = (metres: number): LatLng => ({ lat: PLAZA.lat + metres / 111_195, lng: PLAZA.lng });

export async function createReservationCity() {
  const settings: Settings = settingsSchema.parse({ driverRadius: 5 });
  const environment = await createBookingEnvironment(settings);
  const { pool, asOwner } = environment.database;
  const map = { hasRoads: true };
  const deps = {
    // At 36 km/h.
    ...dispatchOverBookings(environment, settings, expect.fail, async (starts, point) =>
      starts.map((start) => {
        if (!map.hasRoads) return null;
        const distance_in_km = distanceKm(start, point);
        return { distance_in_km, time_in_secs: distance_in_km * 100 };
      }),
    ),
    settings: { get: async () => settings },
  };
  const runSearch = createSearchServer(deps);

  return {
    environment,
    deps,
    settings,
    map,
    plan: createPlanReservations(deps),

    /** Call before each test: leaves no open booking, car, reservation or job. */
    async reset(): Promise<void> {
      map.hasRoads = true;
      Object.assign(settings, { dispatchPolicy: 'nearest', reserveAheadSeconds: 1800, autoDispatch: true });
      await pool.query(
        `update bookings set status = 'CANCELLED', cancelled_by = 'system', reason = 'Of another test' where status = 'NEW'`,
      );
      await asOwner.query('truncate dispatch_reservations; delete from graphile_worker._private_jobs');
      for (const { driver } of environment.fleet.live.all()) environment.fleet.live.remove(driver);
    },

    async driverAt(place: LatLng): Promise<Actor> {
      const driver = await environment.addDriver();
      environment.stand(driver.uid, place);
      return driver;
    },

    /** Makes a later booking at the plaza, in this many minutes. */
    async bookLater(inMinutes: number): Promise<string> {
      const rider = await environment.addRider();
      const tripdate = environment.now() + inMinutes * MINUTE;
      return environment.book(rider, { bookLater: true, tripdate });
    },

    /**
     * Books a trip from the plaza to the park. With the way back to the plaza and the margin it takes a driver 17
     * minutes.
     */
    bookNow: async (): Promise<string> => environment.book(await environment.addRider()),

    /** The planned drivers by booking. */
    async planned(): Promise<Record<string, string>> {
      const { rows } = await pool.query<{ booking: string; driver: string }>(
        'select booking, driver from dispatch_reservations',
      );
      return Object.fromEntries(rows.map(({ booking, driver }) => [booking, driver]));
    },

    /** The drivers with an open offer of the booking. */
    async offersOf(booking: string): Promise<string[]> {
      const { rows } = await pool.query<{ driver: string }>(
        'select driver from booking_requests where booking = $1 and outcome is null and expires_at > $2',
        [booking, environment.now()],
      );
      return rows.map(({ driver }) => driver);
    },

    /** The failed check of each driver of the last round; null for eligible drivers. */
    async gatesOf(booking: string): Promise<Record<string, string | null>> {
      const last = (await dispatchRepository(deps.db).receipts(booking)).at(-1);
      return Object.fromEntries((last?.candidates ?? []).map(({ driver, gate }) => [driver, gate]));
    },

    /** Runs dispatch once under the policy. */
    async search(policy: Settings['dispatchPolicy']): Promise<void> {
      settings.dispatchPolicy = policy;
      await runSearch();
    },

    accept: (driver: Actor, booking: string) => environment.call(driver, routes.acceptBooking, booking),
  };
}
