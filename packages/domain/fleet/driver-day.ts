// Splits a driver's day into hours with earnings, trips and time on duty. Pure functions; amounts are minor units.
import { add, type Minor, MS_PER_SECOND, type Span, ZERO } from '../kernel/index.ts';

/** An amount that a driver earned. */
export interface Income {
  /** ms since the epoch */
  at: number;
  amount: Minor;
  /** True for the share of a trip, false for a tip or a fee. */
  isTrip: boolean;
}

export interface DriverHour extends Span {
  earned: Minor;
  trips: number;
  online_secs: number;
}

/** Sorts the spans and merges overlapping ones; empty spans are removed. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { starts, ends } of spans.toSorted((one, other) => one.starts - other.starts)) {
    const last = merged.at(-1);
    if (last && starts <= last.ends) last.ends = Math.max(last.ends, ends);
    else if (ends > starts) merged.push({ starts, ends });
  }
  return merged;
}

/** Whole seconds, rounded down, so that the parts of an hour add up to the whole. */
const secondsOf = (at: number): number => Math.floor(at / MS_PER_SECOND);

/** Returns the whole seconds of merged spans that lie within another span. */
export function secondsWithin(spans: readonly Span[], { starts, ends }: Span): number {
  return spans.reduce((sum, span) => {
    const from = Math.max(starts, span.starts);
    const until = Math.min(ends, span.ends);
    return sum + Math.max(0, secondsOf(until) - secondsOf(from));
  }, 0);
}

/**
 * `hours` must be in order and without gaps, as returned by `hoursOfDay`; income and duty outside of them are ignored.
 */
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
