// What a caller orders besides the trip of the form: more cars, the way back, the same on weekdays, a confirmation.
import { MS_PER_DAY, MS_PER_MINUTE, wallClock } from '@kerb/domain/kernel';

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
  | 'desk_repeat_needs_time'
  | 'desk_repeat_no_day';

/** "2026-11-27" and "08:15" of the city's clock. */
export function cityClock(at: number, timeZone: string): { day: string; time: string; weekday: number } {
  const wall = new Date(wallClock(at, timeZone));
  const [day = '', clock = ''] = wall.toISOString().split('T');
  return { day, time: clock.slice(0, 5), weekday: wall.getUTCDay() || 7 };
}

/** What is wrong with the plan of a trip that begins at `tripdate` (null for now); null when nothing is. */
export function issueOfPlan(plan: OrderPlan, tripdate: number | null, now: number): PlanIssue | null {
  if (plan.returnAt === null) return 'desk_return_missing';
  if (plan.returnAt !== undefined && plan.returnAt <= (tripdate ?? now) + MS_PER_MINUTE)
    return 'desk_return_before';
  if (plan.repeat === null) return null;
  if (tripdate === null) return 'desk_repeat_needs_time';
  return plan.repeat.weekdays.length === 0 ? 'desk_repeat_no_day' : null;
}

/** The day after a moment, in the city's calendar: a repeated trip goes on from there, the first one is booked. */
export const dayAfter = (at: number, timeZone: string): string => cityClock(at + MS_PER_DAY, timeZone).day;
