// What a caller orders besides the trip of the form: more cars, the way back, the same on weekdays, a confirmation.
import type { EstimateView } from '@kerb/contract';
import { BOOK_LATER_LEAD_MS } from '@kerb/domain/booking';

export const maxCars = 10;

export interface RepeatPlan {
  /** ISO 8601: Monday is 1, Sunday is 7. */
  readonly weekdays: readonly number[];
  /** The last day, "2026-12-31"; '' until it is stopped. */
  readonly until: string;
  /** Days that are left out. */
  readonly skipped: readonly string[];
}

export interface OrderPlan {
  readonly cars: number;
  /** When the way back begins, ms since the epoch; null until chosen; undefined without a way back. */
  readonly returnAt: number | null | undefined;
  readonly repeat: RepeatPlan | null;
  /** The rider gets a text message. */
  readonly confirms: boolean;
}

export const singleTrip: OrderPlan = { cars: 1, returnAt: undefined, repeat: null, confirms: true };

export type PlanIssue =
  | 'desk_return_missing'
  | 'desk_return_before'
  | 'past_booking_error'
  | 'desk_repeat_needs_time'
  | 'desk_repeat_no_day';

/** What is wrong with the plan of a trip that begins at `tripdate` (null for now); null when nothing is. */
export function issueOfPlan(plan: OrderPlan, tripdate: number | null, now: number): PlanIssue | null {
  if (plan.returnAt === null) return 'desk_return_missing';
  if (plan.returnAt !== undefined && plan.returnAt <= (tripdate ?? now)) return 'desk_return_before';
  if (plan.returnAt !== undefined && plan.returnAt < now + BOOK_LATER_LEAD_MS) return 'past_booking_error';
  if (plan.repeat === null) return null;
  if (tripdate === null) return 'desk_repeat_needs_time';
  return plan.repeat.weekdays.length === 0 ? 'desk_repeat_no_day' : null;
}

type Quoted = Pick<EstimateView, 'payableAmount' | 'discount_amount'>;

/** Major units. A promo counts for the first trip alone. */
export const fareWithoutPromo = ({ payableAmount, discount_amount }: Quoted): number =>
  payableAmount + discount_amount;

/** What the whole order costs, major units; `returnFare` 0 without a way back. */
export const fareOfOrder = (estimate: Quoted, { cars }: OrderPlan, returnFare: number): number =>
  estimate.payableAmount + (cars - 1) * fareWithoutPromo(estimate) + returnFare;
