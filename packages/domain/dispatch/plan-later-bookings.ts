// Plans drivers for later bookings ahead of their time, with the least expected lateness at the pickups.
import { MS_PER_SECOND } from '../kernel/index.ts';
import { assignSparse, UNASSIGNED } from './assignment.ts';
import { HANDOVER_SECS } from './follow-on.ts';

/** A later booking without a driver, and the driver planned for it so far; null without one. */
export interface UnreservedBooking {
  booking: string;
  /** ms since the epoch */
  tripdate: number;
  planned: string | null;
}

/**
 * A driver who can be planned for a booking, and when they could be at its pickup if they left now or after their
 * current trip.
 */
export interface ReservableDriver {
  driver: string;
  /** ms since the epoch */
  arrives_at: number;
}

export interface Reservation {
  booking: string;
  driver: string;
  /** ms since the epoch */
  arrives_at: number;
  /**
   * Whether a driver without a reservation could be there in time instead; each such driver can replace the driver of
   * one booking only.
   */
  replaceable: boolean;
}

/** Drivers who would be later than this are not planned. */
const MAX_LATE_SECS = 30 * 60;
/** Weight of the driving time in seconds of lateness: of two drivers who are in time, the nearer one is planned. */
const DRIVE_WEIGHT = 0.2;
/**
 * Minimum improvement for which a booking changes its planned driver: two minutes less late, or ten minutes nearer.
 * Other costs are multiples of 0.2 ms, so the fraction decides ties for the planned driver.
 */
const SWITCH_SECS = 120.00001;
/** Higher than the cost of any pair, so that a booking stays without a driver only if that is unavoidable. */
const WITHOUT_DRIVER_SECS = 10_000;
/**
 * Margin between the end of another trip and the pickup of the reserved one, because trips end later than estimated.
 */
const RESERVED_MARGIN_SECS = 5 * 60;

const lateSecs = (arrives_at: number, { tripdate }: UnreservedBooking): number =>
  Math.max(0, arrives_at - tripdate) / MS_PER_SECOND;

interface Pair {
  driver: string;
  arrives_at: number;
  cost: number;
}

interface PricedBooking {
  booking: UnreservedBooking;
  /** Cost in seconds of leaving the booking without a driver. */
  unassigned: number;
  /** The cheapest first, then by id, so that the plan does not depend on the order of the input. */
  pairs: Pair[];
}

/**
 * Returns the cost of a pair in seconds: the lateness, the weighted drive as a tie-break, and a charge for replacing
 * the booking's planned driver.
 */
function pairCost(
  booking: UnreservedBooking,
  { driver, arrives_at }: ReservableDriver,
  now: number,
  hasPlanned: boolean,
): number {
  const driveSecs = Math.max(0, arrives_at - now) / MS_PER_SECOND;
  const switchSecs = hasPlanned && driver !== booking.planned ? SWITCH_SECS : 0;
  return lateSecs(arrives_at, booking) + DRIVE_WEIGHT * driveSecs + switchSecs;
}

/**
 * Leaves out candidates with an invalid time and those who would be too late; when a driver is listed twice, the
 * earlier time is used.
 */
function price(
  booking: UnreservedBooking,
  candidates: readonly ReservableDriver[],
  now: number,
): PricedBooking {
  const earliest = new Map<string, ReservableDriver>();
  for (const candidate of candidates) {
    const { driver, arrives_at } = candidate;
    if (!Number.isFinite(arrives_at) || lateSecs(arrives_at, booking) > MAX_LATE_SECS) continue;
    const known = earliest.get(driver);
    if (known === undefined || arrives_at < known.arrives_at) earliest.set(driver, candidate);
  }
  const hasPlanned = booking.planned !== null && earliest.has(booking.planned);
  const pairs = [...earliest.values()]
    .map((candidate) => ({
      driver: candidate.driver,
      arrives_at: candidate.arrives_at,
      cost: pairCost(booking, candidate, now, hasPlanned),
    }))
    .sort((one, other) => one.cost - other.cost || (one.driver < other.driver ? -1 : 1));
  const switchSecs = hasPlanned ? SWITCH_SECS : 0;
  return { booking, unassigned: WITHOUT_DRIVER_SECS + switchSecs, pairs };
}

/** Returns the chosen pair of each booking, in their order; undefined for none. */
function assign(bookings: readonly PricedBooking[]): (Pair | undefined)[] {
  const drivers = [...new Set(bookings.flatMap(({ pairs }) => pairs.map(({ driver }) => driver)))].sort();
  const columnOf = new Map(drivers.map((driver, column) => [driver, column]));
  const starts = new Int32Array(bookings.length + 1);
  for (const [row, { pairs }] of bookings.entries()) starts[row + 1] = (starts[row] ?? 0) + pairs.length;
  const all = bookings.flatMap(({ pairs }) => pairs);
  const assigned = assignSparse({
    rows: bookings.length,
    columns: drivers.length,
    starts,
    candidates: Int32Array.from(all, ({ driver }) => columnOf.get(driver) ?? 0),
    costs: Float64Array.from(all, ({ cost }) => cost),
    unassigned: Float64Array.from(bookings, ({ unassigned }) => unassigned),
  });
  return bookings.map(({ pairs }, row) => {
    const column = assigned[row] ?? UNASSIGNED;
    return column === UNASSIGNED ? undefined : pairs.find(({ driver }) => driver === drivers[column]);
  });
}

/** Returns the bookings for which a driver who is not in `reserved` could be in time, each with a different driver. */
function replaceableAmong(bookings: readonly PricedBooking[], reserved: ReadonlySet<string>): Set<string> {
  const spare = bookings.map((one) => ({
    ...one,
    pairs: one.pairs.filter(
      ({ driver, arrives_at }) => !reserved.has(driver) && lateSecs(arrives_at, one.booking) === 0,
    ),
  }));
  const chosen = assign(spare);
  return new Set(spare.flatMap(({ booking }, row) => (chosen[row] === undefined ? [] : [booking.booking])));
}

/**
 * Plans at most one driver for each booking and one booking for each driver, at the least total cost: as many bookings
 * as possible, then the least lateness. `now` is in ms since the epoch. The result does not depend on the order of the
 * input.
 */
export function planLaterBookings(
  bookings: readonly UnreservedBooking[],
  candidatesOf: (booking: UnreservedBooking) => readonly ReservableDriver[],
  now: number,
): Reservation[] {
  const inOrder = [...new Map(bookings.map((booking) => [booking.booking, booking])).values()].sort(
    (one, other) => one.tripdate - other.tripdate || (one.booking < other.booking ? -1 : 1),
  );
  const priced = inOrder.map((booking) => price(booking, candidatesOf(booking), now));
  const chosen = assign(priced);
  const planned = priced.flatMap((one, row) => {
    const pair = chosen[row];
    return pair === undefined ? [] : [{ one, pair }];
  });
  const replaceable = replaceableAmong(
    planned.map(({ one }) => one),
    new Set(planned.map(({ pair }) => pair.driver)),
  );
  return planned.map(({ one: { booking }, pair: { driver, arrives_at } }) => ({
    booking: booking.booking,
    driver,
    arrives_at,
    replaceable: replaceable.has(booking.booking),
  }));
}

/** Another trip that a driver with a reservation could take first. */
export interface TripBefore {
  /** When the driver could be at its pickup, and its scheduled time if it is a later booking; ms since the epoch. */
  arrives_at: number;
  tripdate: number | null;
  /** Seconds from its pickup to its drop-off, and from there to the pickup of the reserved booking. */
  trip_secs: number;
  drive_secs: number;
}

/** Returns whether the driver would be late for the reserved booking; `tripdate` is its time in ms since the epoch. */
export function endsTooLate(trip: TripBefore, tripdate: number): boolean {
  const beginsAt = Math.max(trip.arrives_at, trip.tripdate ?? trip.arrives_at);
  const secs = trip.trip_secs + HANDOVER_SECS + trip.drive_secs + RESERVED_MARGIN_SECS;
  return beginsAt + secs * MS_PER_SECOND > tripdate;
}
