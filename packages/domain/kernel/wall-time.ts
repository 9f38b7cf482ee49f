// Converts a date and time of a city's local clock to ms since the epoch.
import { MS_PER_DAY, wallClock } from './time.ts';

/**
 * Returns the moment at which local clocks in the zone show `wall`, which is the local time written as if it were UTC;
 * both in ms since the epoch. When a local time occurs twice, the first occurrence is returned. A local time that is
 * skipped is read with the offset before the change, so that half past two becomes half past three. Throws
 * `invalid_input` for an unknown zone.
 */
export function momentOf(wall: number, timeZone: string): number {
  // The UTC offsets a day before and a day after cover any change in between.
  const [before = wall, after = wall] = [wall - MS_PER_DAY, wall + MS_PER_DAY].map(
    (near) => wall - (wallClock(near, timeZone) - near),
  );
  const meant = [before, after].filter((at) => wallClock(at, timeZone) === wall);
  return meant.length > 0 ? Math.min(...meant) : before;
}
