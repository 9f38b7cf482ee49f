// Computes when the charged part of a trip begins: a start reported away from the pickup counts from when the car can
// have reached the pickup.
import { distanceKm, type LatLng } from '../geo/index.ts';
import { MS_PER_HOUR } from '../kernel/index.ts';

/**
 * Within this distance the car counts as at the pickup, because squares are wide, GPS is inexact and cars stop around
 * the corner.
 */
const AT_PICKUP_METRES = 300;
/** Maximum distance that a rider is assumed to walk to the car. */
const WALK_METRES = 1000;
/**
 * Maximum length in km of a direct route to a pickup that is `km` away. A longer route was the trip itself, which
 * passed the pickup again.
 */
const straightKm = (km: number): number => 2 * km + 0.5;
/** Upper bound of the average speed to a pickup in a city, chosen in favour of the driver. */
const FAST_KM_PER_HOUR = 60;

type At = LatLng & { at: number };

/**
 * Returns the distance in metres between the pickup and the reported place of a step; null when the place counts as at
 * the pickup.
 */
export function metresOff(place: LatLng, pickup: LatLng): number | null {
  const metres = Math.round(distanceKm(place, pickup) * 1000);
  return metres <= AT_PICKUP_METRES ? null : metres;
}

export interface ReportedStart {
  /** Place and time of the start as reported by the driver; ms since the epoch. */
  reported: At;
  pickup: LatLng;
  /** Positions of the trip after the reported start, oldest first. */
  trail: readonly At[];
  end: number;
}

/** Returns when the trail first reached the pickup; undefined when it never did, or only after a long detour. */
function reachedPickupAt({ reported, pickup, trail }: ReportedStart): number | undefined {
  const most = straightKm(distanceKm(reported, pickup));
  let km: number = 0;
  let last: LatLng = reported;
  for (const point of trail) {
    km += distanceKm(last, point);
    if (km > most) return undefined;
    if (metresOff(point, pickup) === null) return point.at;
    last = point;
  }
  return undefined;
}

/**
 * Returns the time from which duration and distance are charged, ms since the epoch, between the reported start and the
 * end. A step is never rejected because of its place: the phone may have no GPS fix, and the rider may have walked
 * around the corner.
 * - Start reported at the pickup: the reported time.
 * - Start reported elsewhere: when the car first reached the pickup on a direct route.
 * - Trail without the pickup, and a start beyond walking distance: the earliest time at which a fast car could have
 *   reached the pickup.
 */
export function fareStart(start: ReportedStart): number {
  const { reported, pickup, end } = start;
  const metres = metresOff(reported, pickup);
  if (metres === null) return reported.at;
  const seen = reachedPickupAt(start);
  const delay = metres > WALK_METRES ? (metres / 1000 / FAST_KM_PER_HOUR) * MS_PER_HOUR : 0;
  return Math.max(reported.at, Math.min(end, seen ?? Math.round(reported.at + delay)));
}
