// Cancellation reasons that the server stores in a booking when no user chose one.

/** Specification §4: the reason of a booking cancelled before it was paid, regardless of who cancels it. */
export const INCOMPLETE_BOOKING_REASON = 'cancelled incomplete booking';

/** The search ended without a driver, or the last driver who could get an offer declined. */
export const NO_DRIVER_REASON = 'no driver took the booking';

/** The booking had no driver long after the trip's time, because the server was down or no admin assigned one. */
export const TRIP_TIME_PASSED_REASON = 'the time of the trip has passed';

export const DAY_SKIPPED_REASON = 'day of the recurring booking skipped';
export const RECURRING_STOPPED_REASON = 'recurring booking stopped';

/** Reasons by the name of their text, `reason_<name>`. */
export const systemReasons = {
  not_paid: INCOMPLETE_BOOKING_REASON,
  no_driver: NO_DRIVER_REASON,
  time_passed: TRIP_TIME_PASSED_REASON,
  day_skipped: DAY_SKIPPED_REASON,
  recurring_stopped: RECURRING_STOPPED_REASON,
} as const;
export type SystemReason = keyof typeof systemReasons;

const isName = (name: string): name is SystemReason => name in systemReasons;
const names = Object.keys(systemReasons).filter(isName);

/** Returns the system reason with this stored text; null for the text of an operator or a user. */
export const systemReasonOf = (stored: string): SystemReason | null =>
  names.find((name) => systemReasons[name] === stored) ?? null;
