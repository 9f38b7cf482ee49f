// What higher modules may ask of bookings: tracking its trips and trails, dispatch who is asked.
import { busyStatuses, type TrackingEntry } from '@kerb/domain/booking';
import type { AddressedPoint } from '@kerb/domain/geo';
import type { Actor, Queries } from '../../kit/index.ts';
import { createExpireRequests, createRequestDrivers } from './ask-drivers.ts';
import type { BookingDeps } from './booking.deps.ts';
import { viewerOf } from './booking.policy.ts';
import { bookingRepository } from './booking.repository.ts';
import type { BookingRecord } from './booking.tables.ts';
import { type OpenRequest, requestRepository } from './request.repository.ts';
import { type TrailPoint, trailRepository } from './trail.repository.ts';

/** The people and places of a booking, as far as other modules deal with them. */
export type Trip = Pick<
  BookingRecord,
  | 'id'
  | 'reference'
  | 'status'
  | 'customer'
  | 'driver'
  | 'fleetadmin'
  | 'car_type'
  | 'book_later'
  | 'tripdate'
  | 'dispatch_at'
  | 'booking_date'
> & { booking: string; pickup: AddressedPoint; drop: AddressedPoint; waypoints: readonly AddressedPoint[] };

export type PartyOfBooking = 'customer' | 'driver' | 'fleet' | 'admin';

export interface BookingApi {
  find(id: string): Promise<BookingRecord | null>;
  /** The same booking with the names of a trip: `booking` its id, `drop` its drop. */
  tripOf(id: string): Promise<Trip | null>;
  /** The trip that keeps the driver busy, or null. */
  activeTripOf(driver: string): Promise<Trip | null>;
  partyOf(
    booking: Pick<BookingRecord, 'status' | 'customer' | 'driver' | 'fleetadmin'>,
    actor: Actor,
  ): PartyOfBooking | null;
  /** NEW bookings whose time to look for drivers came before this moment (ms), the longest waiting first. */
  searching(before: number, limit?: number): Promise<Trip[]>;
  /** Asks them until `expiresAt`; answers who is asked now: those who declined before are not. */
  requestDrivers(id: string, drivers: readonly string[], expiresAt: number): Promise<string[]>;
  /** Ends the requests whose time is over; answers the drivers who are asked no more. */
  expireRequests(id: string): Promise<string[]>;
  /** Drivers asked now, by the end of their request. */
  openRequests(id: string): Promise<OpenRequest[]>;
  /** NEW bookings that ask this driver, in expiry order. */
  tasksOf(driver: string): Promise<{ booking: BookingRecord; expires_at: number }[]>;
  /** Keeps positions of a trip, in one statement; a booking that is not under way keeps none. */
  appendTrail(id: string, points: readonly TrailPoint[]): Promise<void>;
  /** Positions kept since the trip started, oldest first. */
  trailOf(id: string): Promise<TrailPoint[]>;
  /** Status changes with their place, oldest first. */
  timelineOf(id: string): Promise<TrackingEntry[]>;
}

const tripOf = (booking: BookingRecord): Trip => ({
  id: booking.id,
  booking: booking.id,
  reference: booking.reference,
  status: booking.status,
  customer: booking.customer,
  driver: booking.driver,
  fleetadmin: booking.fleetadmin,
  car_type: booking.car_type,
  book_later: booking.book_later,
  tripdate: booking.tripdate,
  dispatch_at: booking.dispatch_at,
  booking_date: booking.booking_date,
  pickup: booking.pickup,
  drop: booking.drop_point,
  waypoints: booking.waypoints,
});

function partyOfBooking(
  booking: Pick<BookingRecord, 'status' | 'customer' | 'driver' | 'fleetadmin'>,
  actor: Actor,
): PartyOfBooking | null {
  const viewer = viewerOf(booking, actor);
  switch (viewer) {
    case 'rider':
      return 'customer';
    case 'requested_driver':
      return null;
    case 'driver':
    case 'fleet':
    case 'admin':
    case null:
      return viewer;
  }
}

const trailApi = (db: Queries): Pick<BookingApi, 'appendTrail' | 'trailOf' | 'timelineOf'> => ({
  appendTrail: (id, points) => trailRepository(db).append(id, points, busyStatuses),
  async trailOf(id) {
    const booking = await bookingRepository(db).find(id);
    if (!booking?.trip_start_time) return [];
    const points = await trailRepository(db).trail(id, booking.trip_start_time);
    return points.map(({ at, lat, lng }) => ({ at, lat, lng }));
  },
  async timelineOf(id) {
    const entries = await trailRepository(db).timeline(id);
    return entries.map(({ id: entry, at, status, lat, lng }) => ({ id: entry, at, status, lat, lng }));
  },
});

const MAX_SEARCHING = 200;

export function createBookingApi(deps: BookingDeps): BookingApi {
  const bookings = bookingRepository(deps.db);
  const requests = requestRepository(deps.db);
  const asTrip = (booking: BookingRecord | undefined): Trip | null => (booking ? tripOf(booking) : null);
  return {
    find: async (id) => (await bookings.find(id)) ?? null,
    tripOf: async (id) => asTrip(await bookings.find(id)),
    activeTripOf: async (driver) => asTrip(await bookings.activeTripOf(driver)),
    partyOf: partyOfBooking,
    searching: async (before, limit = MAX_SEARCHING) =>
      (await bookings.toDispatch(before, limit)).map(tripOf),
    requestDrivers: createRequestDrivers(deps),
    expireRequests: createExpireRequests(deps),
    openRequests: requests.open,
    tasksOf: (driver) => requests.tasksOf(driver, deps.clock.now()),
    ...trailApi(deps.db),
  };
}
