// The same time of the day before and of the month before, by the clocks of the city: what a period under way is compared with.
import { MS_PER_DAY, wallClock } from './time.ts';
import { momentOf } from './wall-time.ts';

/** ms since the epoch */
export const dayBefore = (at: number, timeZone: string): number =>
  momentOf(wallClock(at, timeZone) - MS_PER_DAY, timeZone);

/** The same day and time of the month before; its last day where it is shorter. ms since the epoch */
export function monthBefore(at: number, timeZone: string): number {
  const wall = new Date(wallClock(at, timeZone));
  const lastDay = new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), 0)).getUTCDate();
  const before = new Date(wall);
  before.setUTCDate(Math.min(wall.getUTCDate(), lastDay));
  before.setUTCMonth(wall.getUTCMonth() - 1);
  return momentOf(before.getTime(), timeZone);
}
