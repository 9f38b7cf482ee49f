// Finds drivers who are planned for a later booking, or have accepted it ahead, and who would be late for it if they took
// another trip before.
import { ASSUMED_SECS_PER_KM, endsTooLate } from '@kerb/domain/dispatch';
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import { MS_PER_HOUR, MS_PER_SECOND } from '@kerb/domain/kernel';
import type { Candidate, DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import { reservationsRepository } from './reservations.repository.ts';

/** A candidate; for a driver on a trip with the seconds until it ends, and with its end as position. */
export type ReservableCandidate = Candidate & { free_in_secs?: number };

/** Returns those of the candidates who must not take this trip. */
export type FindReserved = (
  booking: DispatchedBooking,
  candidates: readonly ReservableCandidate[],
) => Promise<ReadonlySet<string>>;

/**
 * Returns, by driver, the later booking that they have accepted ahead, or that no other driver could reach in time;
 * drivers without one are missing.
 */
export type ReservedBookings = () => Promise<ReadonlyMap<string, DispatchedBooking>>;

type ReadDeps = Pick<DispatchModuleDeps, 'db' | 'clock' | 'booking'>;

/** No trip of a city lasts longer, in ms. Bookings accepted ahead that begin later do not matter for a trip now. */
const LONGEST_TRIP_MS = 3 * MS_PER_HOUR;

/** Ignores reservations of bookings that meanwhile have a driver or were cancelled. */
async function readReserved({
  db,
  clock,
  booking: bookings,
}: ReadDeps): Promise<Map<string, DispatchedBooking>> {
  const reserved = await reservationsRepository(db).irreplaceable();
  const planned = reserved.size === 0 ? [] : await bookings.laterAmong([...reserved.values()]);
  const byId = new Map(planned.map((booking) => [booking.id, booking]));
  const found = new Map<string, DispatchedBooking>();
  for (const [driver, id] of reserved) {
    const booking = byId.get(id);
    if (booking) found.set(driver, booking);
  }
  // Latest first, so that the earliest one of a driver remains.
  const ahead = await bookings.acceptedAhead(clock.now() + LONGEST_TRIP_MS);
  for (const booking of ahead.toReversed()) if (booking.driver !== null) found.set(booking.driver, booking);
  return found;
}

/** Reads all reservations once, at the first call; use it for one short operation only. */
export function createReservedBookings(deps: ReadDeps): ReservedBookings {
  let reading: Promise<Map<string, DispatchedBooking>> | undefined;
  return function reservedBookings() {
    reading ??= readReserved(deps);
    return reading;
  };
}

type ReservedDeps = Pick<DispatchModuleDeps, 'clock' | 'maps' | 'logger'>;

/** Uses travel times by road, or by the straight line without a route; computes them for reserved drivers only. */
export function createFindReserved(
  { clock, maps, logger }: ReservedDeps,
  reservedBookings: ReservedBookings,
): FindReserved {
  async function secondsTo(starts: readonly LatLng[], point: LatLng): Promise<number[]> {
    const assumed = starts.map((start) => distanceKm(start, point) * ASSUMED_SECS_PER_KM);
    try {
      const roads = await maps.arrivalTimes(starts, point);
      return assumed.map((secs, index) => roads[index]?.time_in_secs ?? secs);
    } catch (error) {
      logger.warn({ err: error }, 'No travel times for drivers planned for a later booking');
      return assumed;
    }
  }

  return async function findReserved(booking, candidates) {
    const late = new Set<string>();
    if (candidates.length === 0) return late;
    const laterOf = await reservedBookings();
    const reserved = candidates.filter(
      ({ driver }) => (laterOf.get(driver)?.id ?? booking.id) !== booking.id,
    );
    if (reserved.length === 0) return late;
    const now = clock.now();
    const toPickup = await secondsTo(reserved, booking.pickup);
    for (const [index, { driver, free_in_secs = 0 }] of reserved.entries()) {
      const later = laterOf.get(driver);
      if (!later) continue;
      const [drive_secs = 0] = await secondsTo([booking.drop_point], later.pickup);
      const trip = {
        arrives_at: now + (free_in_secs + (toPickup[index] ?? 0)) * MS_PER_SECOND,
        tripdate: booking.book_later ? booking.tripdate : null,
        trip_secs: booking.estimate_time_secs,
        drive_secs,
      };
      if (endsTooLate(trip, later.tripdate)) late.add(driver);
    }
    return late;
  };
}
