// Presents a recurring booking and its next days, field by field.
import type { RecurringBooking, RecurringDay } from '@kerb/contract';
import { BOOK_LATER_LEAD_MS, type BookingStatus } from '@kerb/domain/booking';
import type { CarType } from '@kerb/domain/fleet';
import { fullNameOf } from '@kerb/domain/identity';
import { type RecurringTrip, recurringTrips } from '@kerb/domain/recurring-bookings';
import { describedInstructions, presentInstructions } from './chosen-parcel.ts';
import { recurrenceOf } from './recurrence-of.ts';
import type { RecurringBookingRow, RecurringDayRow } from './recurring-bookings.tables.ts';

interface ShortBooking {
  id: string;
  reference: string;
  status: BookingStatus;
  tripdate: number;
}

export interface RecurringContext {
  /** ms since the epoch */
  now: number;
  /** YYYY-MM-DD in the city's time zone. */
  today: string;
  timezone: string;
  users: ReadonlyMap<string, { firstName: string; lastName: string }>;
  types: readonly CarType[];
  bookings: ReadonlyMap<string, ShortBooking>;
  /** The stored days of this recurring booking from today on. */
  days: readonly RecurringDayRow[];
}

const DAYS_SHOWN = 8;

const without = { booking: null, reference: null, bookingStatus: null, problem: null } as const;

function presentBooked(day: string, booking: ShortBooking): RecurringDay {
  return {
    day,
    tripdate: booking.tripdate,
    status: booking.status === 'CANCELLED' ? 'cancelled' : 'booked',
    booking: booking.id,
    reference: booking.reference,
    bookingStatus: booking.status,
    problem: null,
  };
}

/** Null for a day whose trip was already too near to be booked when the recurring booking was added. */
function presentDay(
  row: RecurringBookingRow,
  { day, at, skipped }: RecurringTrip,
  { now, bookings, days }: RecurringContext,
): RecurringDay | null {
  const tried = days.find((one) => one.day === day);
  const booking = tried?.booking ? bookings.get(tried.booking) : undefined;
  if (booking) return presentBooked(day, booking);
  const open = { day, tripdate: at, ...without };
  if (skipped) return { ...open, status: 'skipped' };
  if (tried?.problem) return { ...open, status: 'failed', problem: tried.problem };
  if (at >= now + BOOK_LATER_LEAD_MS) return { ...open, status: 'planned' };
  if (at < row.created_at + BOOK_LATER_LEAD_MS) return null;
  return { ...open, status: 'failed', problem: 'past_booking_error' };
}

/** For a stopped recurring booking only the days with a booking. */
function presentNextDays(row: RecurringBookingRow, context: RecurringContext): RecurringDay[] {
  if (row.stopped_at !== null)
    return context.days.flatMap(({ day, booking }) => {
      const booked = booking === null ? undefined : context.bookings.get(booking);
      return booked ? [presentBooked(day, booked)] : [];
    });
  const shown: RecurringDay[] = [];
  for (const trip of recurringTrips(recurrenceOf(row), context.today, context.timezone)) {
    const presented = presentDay(row, trip, context);
    if (presented !== null) shown.push(presented);
    if (shown.length === DAYS_SHOWN) break;
  }
  return shown;
}

/** The admin's input without the instructions, and its time. */
const presentEntered = (row: RecurringBookingRow) => ({
  pickup: row.pickup,
  drop: row.drop_point,
  waypoints: row.waypoints,
  payment_mode: row.payment_mode,
  ...recurrenceOf(row),
  createdAt: row.created_at,
  stoppedAt: row.stopped_at,
});

/** For the rider's data export. */
export const presentExported = (row: RecurringBookingRow) => ({
  ...presentEntered(row),
  instructionData: describedInstructions(row),
});

export function presentRecurringBooking(
  row: RecurringBookingRow,
  context: RecurringContext,
): RecurringBooking {
  const nameOf = (uid: string): string => {
    const user = context.users.get(uid);
    return fullNameOf(user);
  };
  const carType = context.types.find(({ id }) => id === row.car_type);
  return {
    id: row.id,
    rider: row.rider,
    riderName: nameOf(row.rider),
    carType: row.car_type,
    carTypeName: carType?.name ?? null,
    ...presentEntered(row),
    instructionData: presentInstructions(row, carType),
    createdBy: nameOf(row.created_by),
    stoppedBy: row.stopped_by === null ? null : nameOf(row.stopped_by),
    active: row.stopped_at === null && (row.last_day === null || row.last_day >= context.today),
    nextDays: presentNextDays(row, context),
  };
}
