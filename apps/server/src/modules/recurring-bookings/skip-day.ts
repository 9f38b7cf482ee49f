// Skips a day of a recurring booking, which cancels its booking, or plans a skipped day again.
import type { RecurringBooking } from '@kerb/contract';
import { DAY_SKIPPED_REASON } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import { dayAt, maxSkippedDays, momentOfDay, recursOn } from '@kerb/domain/recurring-bookings';
import type { Settings } from '@kerb/domain/settings';
import type { Actor, Tx } from '../../kit/index.ts';
import { cancelBooked } from './cancel-booked.ts';
import { createMakeBookings } from './make-bookings.ts';
import { recurrenceOf } from './recurrence-of.ts';
import type { RecurringBookingsDeps } from './recurring-bookings.deps.ts';
import { publishRecurringChanged } from './recurring-bookings.events.ts';
import { recurringBookingsPolicy } from './recurring-bookings.policy.ts';
import { recurringBookingsRepository } from './recurring-bookings.repository.ts';
import type { RecurringBookingRow } from './recurring-bookings.tables.ts';
import { createViewRecurring } from './view-recurring-bookings.ts';

interface DayChoice {
  day: string;
  skip: boolean;
}

/** The data that a skip is validated with. */
interface Current {
  /** YYYY-MM-DD in the city's time zone. */
  today: string;
  settings: Pick<Settings, 'timezone' | 'AllowCriticalEditsAdmin'>;
}

/** Throws unless the recurring booking still has a trip on the day, skipped or not. */
function guardDay(row: RecurringBookingRow, day: string, { today, settings }: Current): void {
  if (row.stopped_at !== null) throw new DomainError('recurring_booking_stopped');
  if (day < today) throw new DomainError('day_past');
  const recurrence = recurrenceOf(row);
  const takesPlace =
    recursOn(recurrence, day) && momentOfDay(day, row.time_of_day, settings.timezone) !== null;
  if (!takesPlace) throw new DomainError('not_a_recurring_day');
}

export function createSkipDay(deps: RecurringBookingsDeps) {
  const { db, withTx, clock } = deps;
  const makeBookings = createMakeBookings(deps);
  const view = createViewRecurring(deps);

  /** Throws `transition_not_allowed` or `demo_mode` when the booking of the day can no longer be cancelled. */
  async function skip(
    tx: Tx,
    { actor, row, day }: { actor: Actor; row: RecurringBookingRow; day: string },
    { today, settings }: Current,
  ): Promise<void> {
    const recurring = recurringBookingsRepository(tx);
    const left = row.skipped_days.filter((one) => one >= today && one !== day);
    if (left.length >= maxSkippedDays) throw new DomainError('too_many_skipped_days');
    const booked = (await recurring.dayOf(row.id, day))?.booking ?? null;
    if (booked !== null)
      await cancelBooked(deps, tx, actor, { booking: booked, reason: DAY_SKIPPED_REASON, settings });
    await recurring.resetDay(row.id, day);
    await recurring.setSkippedDays(row.id, [...left, day].sort());
  }

  /** Also plans a day again whose booking was cancelled directly. */
  async function restoreDay(tx: Tx, row: RecurringBookingRow, day: string): Promise<void> {
    const recurring = recurringBookingsRepository(tx);
    await recurring.setSkippedDays(
      row.id,
      row.skipped_days.filter((one) => one !== day),
    );
    const booked = (await recurring.dayOf(row.id, day))?.booking ?? null;
    const [booking] = booked === null ? [] : await deps.booking.findEach([booked]);
    if (booking?.status === 'CANCELLED') await recurring.resetDay(row.id, day);
  }

  return async function skipDay(actor: Actor, id: string, choice: DayChoice): Promise<RecurringBooking> {
    recurringBookingsPolicy.skipDay(actor);
    const { day } = choice;
    const settings = await deps.settings.get();
    const current = { today: dayAt(clock.now(), settings.timezone), settings };
    await withTx(async (tx) => {
      const row = await recurringBookingsRepository(tx).lock(id);
      if (row === null) throw new DomainError('not_found');
      guardDay(row, day, current);
      if (choice.skip && row.skipped_days.includes(day)) return;
      if (choice.skip) await skip(tx, { actor, row, day }, current);
      else await restoreDay(tx, row, day);
      await publishRecurringChanged(tx, id);
    });
    const row = await recurringBookingsRepository(db).find(id);
    if (row !== null && !choice.skip) await makeBookings(row);
    return view.one(row);
  };
}
