// Generates the times of trip requests: rush hours on weekdays, weekend nights, busier Fridays, and growth over time.
import { MS_PER_DAY, MS_PER_HOUR } from '@kerb/domain/kernel';
import { hourOfWeek } from '@kerb/domain/travel-times';
import type { Chance } from './chance.ts';

/** Requests on an average day in the middle of the past. With 90 days, writing them takes about three seconds. */
const REQUESTS_A_DAY = 22;
/** Factors on the average, on the first and on the last day. */
const FIRST_DAY = 0.62;
const LAST_DAY = 1.38;

/** Relative demand for each hour from midnight. */
const weekday = [4, 2, 1, 1, 1, 4, 10, 19, 22, 15, 11, 12, 15, 14, 11, 11, 14, 20, 24, 20, 15, 12, 9, 6];
const friday = [5, 3, 1, 1, 1, 4, 10, 19, 22, 15, 11, 13, 16, 15, 12, 13, 17, 23, 27, 25, 23, 24, 24, 22];
const saturday = [20, 19, 16, 12, 8, 5, 4, 5, 7, 9, 12, 14, 15, 14, 12, 12, 13, 15, 17, 19, 22, 24, 25, 23];
const sunday = [22, 20, 17, 12, 8, 4, 3, 4, 5, 8, 11, 14, 16, 14, 12, 12, 13, 15, 16, 14, 11, 8, 6, 4];
/** Starts with Monday. */
const week = [weekday, weekday, weekday, weekday, friday, saturday, sunday];
const dayShares = [0.88, 0.92, 0.96, 1.06, 1.3, 1.18, 0.8];

export interface DemandSpan {
  /** Start of the first day in the operator's time zone, ms since the epoch. */
  starts: number;
  ends: number;
  days: number;
  /** Converts a time to the operator's local time, in ms as if it were UTC. */
  wallAt: (at: number) => number;
}

/** 0 is Monday. */
export const weekdayOf = (wall: number): number => Math.floor(hourOfWeek(wall) / 24);

export const hourOf = (wall: number): number => hourOfWeek(wall) % 24;

/** Poisson-distributed number with this mean (Knuth's algorithm). */
function poisson(chance: Chance, mean: number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = chance.next(); product > limit; product *= chance.next()) count += 1;
  return count;
}

/** Sorted times of all requests, ms since the epoch. */
export function requestTimes(chance: Chance, { starts, ends, days, wallAt }: DemandSpan): number[] {
  const times: number[] = [];
  let weather = 1;
  for (let hour = starts; hour < ends; hour += MS_PER_HOUR) {
    const wall = wallAt(hour);
    // A random factor per day, for the effect of weather and events.
    if (hourOf(wall) === 0) weather = 1 + 0.09 * chance.normal();
    const day = weekdayOf(wall);
    const hours = week[day] ?? weekday;
    const share = (hours[hourOf(wall)] ?? 0) / hours.reduce((sum, one) => sum + one, 0);
    const growth = FIRST_DAY + ((LAST_DAY - FIRST_DAY) * (hour - starts)) / (days * MS_PER_DAY);
    const mean = REQUESTS_A_DAY * (dayShares[day] ?? 1) * share * growth * Math.max(0.7, weather);
    const count = poisson(chance, mean);
    const inHour = Array.from({ length: count }, () => Math.floor(hour + chance.next() * MS_PER_HOUR));
    times.push(...inHour.filter((at) => at < ends).sort((one, other) => one - other));
  }
  return times;
}
