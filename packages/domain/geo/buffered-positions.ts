// Selects which positions that a phone buffered while offline fit into the stored trail.
import { distanceKm } from './haversine.ts';
import {
  type PositionLimits,
  positionLimits,
  type ReportedPosition,
  USUAL_ACCURACY_METRES,
} from './plausible-position.ts';

/** Positions closer in time than this add no information, while their noise adds up to distance that was not driven. */
export const MIN_SPACING_MS = 500;

export interface TrailAround {
  /** Stored positions, oldest first: those between the first and the last buffered one, and one on either side. */
  known: readonly ReportedPosition[];
  /** Start of the trip, in ms since the epoch like all times here; earlier positions are rejected. */
  since: number;
  now: number;
}

export interface JudgedPositions<Position> {
  /** Positions to insert into the trail, in order of time. */
  fitting: Position[];
  /** Number of positions that the trail already contains. */
  known: number;
  rejected: number;
}

/** Returns the km that a car can drive between the two times, and the km by which both positions may be inaccurate. */
function reach(
  from: ReportedPosition,
  to: ReportedPosition,
  { maxSpeedKmPerHour }: PositionLimits,
): { reachKm: number; slackKm: number } {
  const metres = (from.accuracy ?? USUAL_ACCURACY_METRES) + (to.accuracy ?? USUAL_ACCURACY_METRES);
  const hours = Math.abs(to.at - from.at) / 3_600_000;
  return { reachKm: maxSpeedKmPerHour * hours, slackKm: metres / 1000 };
}

const isPossible = (
  { lat, lng, at, accuracy }: ReportedPosition,
  since: number,
  limits: PositionLimits,
  now: number,
) =>
  Math.abs(lat) <= 90 &&
  Math.abs(lng) <= 180 &&
  at >= since &&
  at <= now + limits.maxClockSkewMs &&
  (accuracy === undefined || accuracy <= limits.maxAccuracyMetres);

/**
 * Judges each position against the one before it and the next known one. Distance that exceeds the speed limit is
 * carried on from position to position, so that inaccuracy can explain one jump but not a series of them.
 */
export function judgeBufferedPositions<Position extends ReportedPosition>(
  positions: readonly Position[],
  { known, since, now }: TrailAround,
  limits: PositionLimits = positionLimits,
): JudgedPositions<Position> {
  const judged: JudgedPositions<Position> = { fitting: [], known: 0, rejected: 0 };
  let next = 0;
  let last: ReportedPosition | undefined;
  let excessKm = 0;

  const excessAt = (to: ReportedPosition): number => {
    if (last === undefined) return 0;
    return Math.max(0, excessKm + distanceKm(last, to) - reach(last, to, limits).reachKm);
  };
  const skipKnownUntil = (at: number): void => {
    for (let one = known[next]; one && one.at <= at; one = known[++next]) {
      excessKm = Math.min(excessAt(one), last ? reach(last, one, limits).slackKm : 0);
      last = one;
    }
  };
  const fits = (position: Position): boolean => {
    if (last && position.at - last.at < MIN_SPACING_MS) return false;
    if (last && excessAt(position) > reach(last, position, limits).slackKm) return false;
    const after = known[next];
    if (after === undefined) return true;
    const { reachKm, slackKm } = reach(position, after, limits);
    return after.at - position.at >= MIN_SPACING_MS && distanceKm(position, after) <= reachKm + slackKm;
  };

  for (const position of positions) {
    if (isPossible(position, since, limits, now)) {
      skipKnownUntil(position.at);
      if (last?.at === position.at) judged.known += 1;
      else if (fits(position)) {
        excessKm = excessAt(position);
        last = position;
        judged.fitting.push(position);
      } else judged.rejected += 1;
    } else judged.rejected += 1;
  }
  return judged;
}
