// Computes the same time on the previous day and in the previous month, in the city's time zone, to compare unfinished
// periods.
import { MS_PER_DAY, wallClock } from './time.ts';
import { momentOf } from './wall-time.ts';

/** Returns the same time on the previous day; ms since the epoch. */
export const dayBefore = (at: number, timeZone: string): number =>
  momentOf(wallClock(at, timeZone) - MS_PER_DAY, timeZone);

/** Returns the same day and time in the previous month, or its last day where it is shorter; ms since the epoch. */
export function monthBefore(at: number, timeZone: string): number {
  const wall = new Date(wallClock(at, timeZone));
  const lastDay = new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), 0)).getUTCDate();
  const before = new Date(wall);
  before.setUTCDate(Math.min(wall.getUTCDate(), lastDay));
  before.setUTCMonth(wall.getUTCMonth() - 1);
  return momentOf(before.getTime(), timeZone);
}
