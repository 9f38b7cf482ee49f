// The plan of a phone order beyond the form's trip (more cars, return trip, weekdays, confirmation), with validation
// and total fare.
import type { EstimateView } from '@kerb/contract';
import { BOOK_LATER_LEAD_MS } from '@kerb/domain/booking';
import { add, MS_PER_DAY, roundToMinor, toMajor } from '@kerb/domain/kernel';
import {
  dayAfter,
  dayAt,
  type Recurrence,
  type RecurrenceIssue,
  timeOfDayAt,
  validateRecurrence,
} from '@kerb/domain/recurring-bookings';
import { incompleteDay } from '../../ui/dates/is-complete-date.ts';

export const maxCars = 10;

export interface RepeatPlan {
  /** ISO 8601: Monday is 1, Sunday is 7. */
  readonly weekdays: readonly number[];
  /** The last day, "2026-12-31"; '' for no end; `incompleteDay` while it is being typed. */
  readonly until: string;
  /** Days without a trip, in the same format. */
  readonly skipped: readonly string[];
}

export interface OrderPlan {
  readonly cars: number;
  /** Pickup time of the return trip, ms since the epoch; null until chosen; undefined without a return trip. */
  readonly returnAt: number | null | undefined;
  readonly repeat: RepeatPlan | null;
  /** True to send the rider a text message. */
  readonly confirms: boolean;
}

export const singleTrip: OrderPlan = { cars: 1, returnAt: undefined, repeat: null, confirms: true };

export type PlanIssue =
  | 'desk_return_missing'
  | 'desk_return_before'
  | 'past_booking_error'
  | 'desk_repeat_needs_time'
  | 'desk_repeat_no_day'
  | 'picker_incomplete'
  | RecurrenceIssue;

/** The days on which the trip at `tripdate` (ms since the epoch) is repeated: from the day after it. */
export const recurrenceOfTrip = (repeat: RepeatPlan, tripdate: number, timeZone: string): Recurrence => ({
  weekdays: [...repeat.weekdays],
  timeOfDay: timeOfDayAt(tripdate, timeZone),
  firstDay: dayAfter(dayAt(tripdate, timeZone)),
  lastDay: repeat.until === '' ? null : repeat.until,
  skippedDays: [...repeat.skipped],
});

/** The days on which the return trip is repeated: as many days after each trip as `returnAt` is after `tripdate`. */
export function recurrenceOfReturn(
  repeat: RepeatPlan,
  tripdate: number,
  returnAt: number,
  timeZone: string,
): Recurrence {
  const { weekdays, firstDay, lastDay, skippedDays } = recurrenceOfTrip(repeat, tripdate, timeZone);
  const days = (Date.parse(dayAt(returnAt, timeZone)) - Date.parse(dayAt(tripdate, timeZone))) / MS_PER_DAY;
  return {
    weekdays: weekdays.map((weekday) => ((weekday - 1 + days) % 7) + 1).toSorted((one, other) => one - other),
    timeOfDay: timeOfDayAt(returnAt, timeZone),
    firstDay: dayAfter(firstDay, days),
    lastDay: lastDay === null ? null : dayAfter(lastDay, days),
    skippedDays: skippedDays.map((day) => dayAfter(day, days)),
  };
}

/** The first problem of the plan, for a trip at `tripdate` (null for now); null for a valid plan. */
export function issueOfPlan(
  plan: OrderPlan,
  tripdate: number | null,
  now: number,
  timeZone: string,
): PlanIssue | null {
  if (plan.returnAt === null) return 'desk_return_missing';
  if (plan.returnAt !== undefined && plan.returnAt <= (tripdate ?? now)) return 'desk_return_before';
  if (plan.returnAt !== undefined && plan.returnAt < now + BOOK_LATER_LEAD_MS) return 'past_booking_error';
  if (plan.repeat === null) return null;
  if (tripdate === null) return 'desk_repeat_needs_time';
  if (plan.repeat.weekdays.length === 0) return 'desk_repeat_no_day';
  if (plan.repeat.until === incompleteDay) return 'picker_incomplete';
  const issue = validateRecurrence(recurrenceOfTrip(plan.repeat, tripdate, timeZone), now, timeZone);
  if (issue !== null || plan.returnAt === undefined) return issue;
  const back = recurrenceOfReturn(plan.repeat, tripdate, plan.returnAt, timeZone);
  return validateRecurrence(back, now, timeZone);
}

type Quoted = Pick<EstimateView, 'payableAmount' | 'discount_amount'>;

/**
 * Fare in major units without the discount: a promo applies to the first trip only. It is added in minor units, so that
 * it equals the fare of a quote without the promo.
 */
export const fareWithoutPromo = ({ payableAmount, discount_amount }: Quoted, decimals: number): number =>
  toMajor(add(roundToMinor(payableAmount, decimals), roundToMinor(discount_amount, decimals)), decimals);

/** Total fare of the order in major units; `returnFare` is 0 without a return trip. */
export const fareOfOrder = (
  estimate: Quoted,
  { cars }: OrderPlan,
  returnFare: number,
  decimals: number,
): number => estimate.payableAmount + (cars - 1) * fareWithoutPromo(estimate, decimals) + returnFare;
