// Converts a row to the recurrence of the domain rules.
import type { Recurrence } from '@kerb/domain/recurring-bookings';
import type { RecurringBookingRow } from './recurring-bookings.tables.ts';

type Row = Pick<RecurringBookingRow, 'weekdays' | 'time_of_day' | 'first_day' | 'last_day' | 'skipped_days'>;

export const recurrenceOf = (row: Row): Recurrence => ({
  weekdays: row.weekdays,
  timeOfDay: row.time_of_day,
  firstDay: row.first_day,
  lastDay: row.last_day,
  skippedDays: row.skipped_days,
});
