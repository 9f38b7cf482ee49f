// Entry of the rules of recurring bookings.
export {
  maxSkippedDays,
  type Recurrence,
  recurrence,
  timeOfDay,
  weekday,
} from './recurring-booking.schema.ts';
