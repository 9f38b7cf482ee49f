// Makes the bookings of a recurring booking's next seven days, each day once.
import { BOOK_LATER_LEAD_MS, type InstructionData } from '@kerb/domain/booking';
import { DomainError, MS_PER_DAY } from '@kerb/domain/kernel';
import { dayAt, dueTrips, type RecurringTrip } from '@kerb/domain/recurring-bookings';
import type { Tx } from '../../kit/index.ts';
import { bookableInstructions } from './chosen-parcel.ts';
import { recurrenceOf } from './recurrence-of.ts';
import type { RecurringBookingsDeps } from './recurring-bookings.deps.ts';
import { publishRecurringChanged } from './recurring-bookings.events.ts';
import { recurringBookingsRepository } from './recurring-bookings.repository.ts';
import type { RecurringBookingRow } from './recurring-bookings.tables.ts';

export const MAKE_BOOKINGS_JOB = 'recurring-bookings.make';

/** How far ahead bookings are made, in ms. */
const HORIZON_MS = 7 * MS_PER_DAY;
const PAGE = 200;

type Deps = Pick<
  RecurringBookingsDeps,
  'db' | 'withTx' | 'clock' | 'logger' | 'settings' | 'carTypes' | 'booking'
>;

/** Another server has booked the day, or an admin has skipped it or stopped the recurring booking meanwhile. */
class DayTaken extends Error {}

const withInstructions = (instructionData: InstructionData | null) =>
  instructionData === null ? {} : { instructionData };

export const journeyOf = (row: RecurringBookingRow) => ({
  pickup: row.pickup,
  drop: row.drop_point,
  waypoints: row.waypoints,
  carType: row.car_type,
  ...withInstructions(row.instruction_data),
});

export function createMakeBookings({ db, withTx, clock, logger, settings, carTypes, booking }: Deps) {
  /** Stores the booking of the day in its transaction. Throws DayTaken when the day must not be booked any more. */
  async function take(tx: Tx, { id }: RecurringBookingRow, day: string, booked: string): Promise<void> {
    const recurring = recurringBookingsRepository(tx);
    const current = await recurring.lockShared(id);
    if (current === null || current.stopped_at !== null || current.skipped_days.includes(day))
      throw new DayTaken();
    if (!(await recurring.setBooking(id, day, booked))) throw new DayTaken();
    await publishRecurringChanged(tx, id);
  }

  async function book(row: RecurringBookingRow, { day, at }: RecurringTrip): Promise<void> {
    const carType = (await carTypes.carTypes()).find(({ id }) => id === row.car_type);
    const instruction_data = bookableInstructions(row, carType);
    const trip = { ...journeyOf({ ...row, instruction_data }), tripdate: at };
    const estimate = await booking.estimateFor(row.rider, trip);
    await booking.bookForAdmins(
      {
        ...trip,
        estimate,
        bookLater: true,
        paymentPacket: { payment_mode: row.payment_mode, usedWalletMoney: 0 },
        userDetails: { uid: row.rider },
      },
      (tx, { id }) => take(tx, row, day, id),
    );
  }

  async function recordProblem({ id }: RecurringBookingRow, day: string, error: unknown): Promise<void> {
    const problem = error instanceof DomainError ? error.code : 'internal';
    if (problem === 'internal')
      logger.error({ err: error, recurringBooking: id, day }, 'The booking of a day could not be made');
    await withTx(async (tx) => {
      const isNew = await recurringBookingsRepository(tx).setProblem(id, day, problem);
      if (isNew) await publishRecurringChanged(tx, id);
    });
  }

  /** Stores the error code of a day that fails; the next call tries it again. */
  return async function makeBookings(row: RecurringBookingRow): Promise<void> {
    const now = clock.now();
    const { timezone } = await settings.get();
    const span = { starts: now + BOOK_LATER_LEAD_MS, ends: now + HORIZON_MS };
    const due = dueTrips(recurrenceOf(row), span, timezone);
    if (due.length === 0) return;
    const days = await recurringBookingsRepository(db).daysOf([row.id], dayAt(now, timezone));
    const booked = new Set(days.filter((day) => day.booking !== null).map(({ day }) => day));
    for (const trip of due) {
      if (booked.has(trip.day)) continue;
      try {
        await book(row, trip);
      } catch (error) {
        if (!(error instanceof DayTaken)) await recordProblem(row, trip.day, error);
      }
    }
  };
}

/**
 * Runs every hour and makes all missing bookings of the next seven days, so that the next run makes up for a missed
 * one. A failure of one recurring booking does not stop the others; all errors are thrown at the end.
 */
export function createMakeAllBookings(deps: Deps) {
  const { db, clock, settings } = deps;
  const makeBookings = createMakeBookings(deps);
  return async function makeAllBookings(): Promise<void> {
    const now = clock.now();
    const { timezone } = await settings.get();
    const days = { from: dayAt(now, timezone), until: dayAt(now + HORIZON_MS, timezone) };
    const errors: unknown[] = [];
    for (let after: string | null = null; ; ) {
      const page: RecurringBookingRow[] = await recurringBookingsRepository(db).recurringWithin(
        days,
        after,
        PAGE,
      );
      for (const row of page) await makeBookings(row).catch((error: unknown) => errors.push(error));
      const last = page.at(-1);
      if (page.length < PAGE || last === undefined) break;
      after = last.id;
    }
    if (errors.length > 0) throw new AggregateError(errors, 'Some recurring bookings could not be made');
  };
}
