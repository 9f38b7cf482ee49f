// Test environment of the operator's figures: bookings, offers and time on duty at known times.
import { randomUUID } from 'node:crypto';
import type { BookingFilters } from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import { cellOf } from '@kerb/domain/dispatch';
import type { LatLng } from '@kerb/domain/geo';
import { MS_PER_DAY, MS_PER_MINUTE } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import { createCountBookings } from '../../booking/index.ts';
import { createViewFigures, type FiguresQuery } from '../view-figures.ts';
import { insertBooking } from './insert-booking.ts';
import { actorOf, createReportEnvironment } from './report-environment.ts';

/** Suburbs of the test city. */
export const pocitos: LatLng = { lat: -34.911, lng: -56.151 };
export const centro: LatLng = { lat: -34.9055, lng: -56.1913 };
/** In Pocitos too, in the next cell. */
export const pocitosEast: LatLng = { lat: -34.911, lng: -56.138 };
export const prado: LatLng = { lat: -34.8595, lng: -56.2025 };
const quarters = new Map([
  [cellOf(pocitos), 'Pocitos'],
  [cellOf(pocitosEast), 'Pocitos'],
  [cellOf(prado), 'Prado'],
  [cellOf(centro), 'Centro'],
]);

export const admin = actorOf('admin');
export const at = (iso: string): number => Date.parse(iso);
export const day = (date: string, by: FiguresQuery['by'] = 'hour'): FiguresQuery => ({
  from: date,
  to: date,
  by,
});
/** Bounds of calendar days in Montevideo, as query parameters of the list of bookings. */
export const daysIn = (from: string, to: string) => ({
  from: at(`${from}T00:00:00-03:00`),
  to: at(`${to}T00:00:00-03:00`) + MS_PER_DAY,
});

/** Times in ms since the epoch, `driven` and `quotedSecs` in seconds, amounts in minor units. */
interface Booked {
  wanted: number;
  status?: BookingStatus;
  later?: boolean;
  driver?: string | null;
  fleetadmin?: string | null;
  dispatchAt?: number;
  acceptedAt?: number | null;
  /** For a follow-on trip: time when its driver set out. */
  setOutAt?: number | null;
  arrivedAt?: number | null;
  endedAt?: number | null;
  driven?: number | null;
  quotedSecs?: number;
  quoted?: number;
  charged?: number;
  reason?: string;
  pickup?: LatLng;
}

export async function createFiguresEnvironment() {
  const environment = await createReportEnvironment();
  const { pool, time, current, deps, database, withTx, addPerson } = environment;
  const viewFigures = createViewFigures({
    ...deps,
    maps: { quarterAt: async (point) => quarters.get(cellOf(point)) ?? null },
  });
  const countBookings = createCountBookings({ ...deps, fleet: { driverOf: async () => null } });

  return {
    database,
    pool,
    withTx,
    time,
    current,
    addPerson,
    viewFigures,

    async reset() {
      await pool.query('delete from booking_requests');
      await pool.query('delete from bookings');
      await pool.query('delete from duty_periods');
      current.timezone = 'America/Montevideo';
      time.now = at('2026-05-20T15:00:00Z');
    },

    async addBooking(booked: Booked): Promise<string> {
      const { wanted, status = 'COMPLETE', later = false, fleetadmin = null, pickup = pocitos } = booked;
      const { driver = randomUUID(), reason = 'Plans have changed', charged = 1000 } = booked;
      const isCancelled = status === 'CANCELLED';
      const endedAt = booked.endedAt ?? null;
      return insertBooking(pool, {
        status,
        book_later: later,
        tripdate: wanted,
        booking_date: wanted,
        dispatch_at: booked.dispatchAt ?? wanted,
        pickup: JSON.stringify({ ...pickup, add: 'Plaza' }),
        estimate: booked.quoted ?? 1000,
        estimate_time_secs: booked.quotedSecs ?? 600,
        trip_cost: charged,
        driver_share: charged,
        driver,
        driver_name: driver === null ? null : 'Sergio',
        driver_accept_time: driver === null ? null : (booked.acceptedAt ?? wanted + MS_PER_MINUTE),
        set_out_at: booked.setOutAt ?? null,
        driver_arrive_time: booked.arrivedAt ?? null,
        fleetadmin,
        cancelled_by: isCancelled ? 'rider' : null,
        reason: isCancelled ? reason : null,
        trip_end_time: isCancelled ? null : endedAt,
        cancelled_at: isCancelled ? (endedAt ?? wanted + 2 * MS_PER_MINUTE) : null,
        total_trip_time: booked.driven ?? null,
        customer_paid: status === 'PAID' || status === 'COMPLETE' ? charged : 0,
      });
    },

    async addOffer(booking: string, outcome: string | null, driver: string, requestedAt: number) {
      await pool.query(
        `insert into booking_requests (booking, driver, requested_at, expires_at, outcome, fleetadmin)
         values ($1, $2, $3, $4, $5, kerb_fleet_of($2))`,
        [booking, driver, requestedAt, requestedAt + 30_000, outcome],
      );
    },

    /** Adds a period on duty. `seen`: time of the driver's last position; `ends` is null while the period lasts. */
    async addDuty(uid: string, starts: number, ends: number | null, seen = ends ?? starts) {
      await pool.query(
        `insert into duty_periods (uid, started_at, seen_at, ended_at, fleetadmin)
         values ($1, $2, $3, $4, kerb_fleet_of($1))`,
        [uid, starts, seen, ends],
      );
    },

    totalOf: async (query: FiguresQuery, actor: Actor = admin) => (await viewFigures(actor, query)).total,
    /** Number of bookings in the list with these filters. */
    listed: async (filters: BookingFilters, actor: Actor = admin) =>
      (await countBookings(actor, filters)).count,
  };
}
