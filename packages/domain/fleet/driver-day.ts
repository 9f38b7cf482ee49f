// A driver's day cut into its hours: what was earned, trips, and time on duty. Pure; amounts are minor units.
import { add, type Minor, MS_PER_SECOND, type Span, ZERO } from '../kernel/index.ts';

/** Money that a driver earned. */
export interface Income {
  /** ms since the epoch */
  at: number;
  amount: Minor;
  /** The share of a trip, and not a tip or a fee. */
  isTrip: boolean;
}

export interface DriverHour extends Span {
  earned: Minor;
  trips: number;
  online_secs: number;
}

/** In order, without overlaps: what several spans cover counts once. Empty ones are left out. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { starts, ends } of spans.toSorted((one, other) => one.starts - other.starts)) {
    const last = merged.at(-1);
    if (last && starts <= last.ends) last.ends = Math.max(last.ends, ends);
    else if (ends > starts) merged.push({ starts, ends });
  }
  return merged;
}

/** Whole seconds: the parts of an hour add up to the whole. */
const secondsOf = (at: number): number => Math.floor(at / MS_PER_SECOND);

/** Whole seconds of merged spans within another one. */
export function secondsWithin(spans: readonly Span[], { starts, ends }: Span): number {
  return spans.reduce((sum, span) => {
    const from = Math.max(starts, span.starts);
    const until = Math.min(ends, span.ends);
    return sum + Math.max(0, secondsOf(until) - secondsOf(from));
  }, 0);
}

/** `hours` in order and without gaps, as `hoursOfDay` has them; what lies outside of them does not count. */
export function driverHours(
  hours: readonly Span[],
  income: readonly Income[],
  onDuty: readonly Span[],
): DriverHour[] {
  const duty = mergeSpans(onDuty);
  return hours.map(({ starts, ends }) => {
    const within = income.filter(({ at }) => at >= starts && at < ends);
    return {
      starts,
      ends,
      earned: within.reduce<Minor>((sum, { amount }) => add(sum, amount), ZERO),
      trips: within.filter(({ isTrip }) => isTrip).length,
      online_secs: secondsWithin(duty, { starts, ends }),
    };
  });
}
