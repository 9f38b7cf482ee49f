// Converts a date and time of a city's local clock to ms since the epoch.
import { MS_PER_DAY, wallClock } from './time.ts';

/**
 * The moment at which clocks in the zone show `wall`, which is what they show as if it were UTC; both in ms since the
 * epoch. Of an hour that comes twice the first one is meant; in an hour that is skipped clocks are read as they stood
 * before, so that half past two becomes half past three. Throws `invalid_input` for an unknown zone.
 */
export function momentOf(wall: number, timeZone: string): number {
  // The offsets a day before and a day after enclose any change in between.
  const [before = wall, after = wall] = [wall - MS_PER_DAY, wall + MS_PER_DAY].map(
    (near) => wall - (wallClock(near, timeZone) - near),
  );
  const meant = [before, after].filter((at) => wallClock(at, timeZone) === wall);
  return meant.length > 0 ? Math.min(...meant) : before;
}
