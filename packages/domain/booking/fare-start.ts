// From when a trip is paid for: a start told away from the pickup counts once the car can have been there.
import { distanceKm, type LatLng } from '../geo/index.ts';
import { MS_PER_HOUR } from '../kernel/index.ts';

/** What is nearer than this is at the pickup: squares are wide, phones are off, and cars stop around the corner. */
const AT_PICKUP_METRES = 300;
/** Nobody walks farther to a car. */
const WALK_METRES = 1000;
/** The way a car takes to a pickup so many km off: longer than that it was the trip, which happened to come by again. */
const straightKm = (km: number): number => 2 * km + 0.5;
/** As fast as nobody gets to a pickup in a city, in favour of the driver. */
const FAST_KM_PER_HOUR = 60;

type At = LatLng & { at: number };

/** How far from the pickup a step was told, in metres; null at the pickup. */
export function metresOff(place: LatLng, pickup: LatLng): number | null {
  const metres = Math.round(distanceKm(place, pickup) * 1000);
  return metres <= AT_PICKUP_METRES ? null : metres;
}

export interface ToldStart {
  /** Where and when the trip was said to start; ms since the epoch. */
  told: At;
  pickup: LatLng;
  /** Positions of the trip since then, oldest first. */
  trail: readonly At[];
  end: number;
}

/** Undefined when the trail never came to the pickup, or came there long after. */
function cameBy({ told, pickup, trail }: ToldStart): number | undefined {
  const most = straightKm(distanceKm(told, pickup));
  let [km, last]: [number, LatLng] = [0, told];
  for (const point of trail) {
    km += distanceKm(last, point);
    if (km > most) return undefined;
    if (metresOff(point, pickup) === null) return point.at;
    last = point;
  }
  return undefined;
}

/**
 * The moment from which time and way are paid, ms since the epoch, between the start told and the end. No step is ever
 * refused for its place: a phone may have none, and a rider may have walked around the corner.
 * - Told at the pickup, it is the moment told.
 * - Told elsewhere, it is when the car first came to the pickup on a straight way.
 * - Where the car was not seen there and was farther off than anybody walks, it is when the fastest car could have been.
 */
export function fareStart(start: ToldStart): number {
  const { told, pickup, end } = start;
  const metres = metresOff(told, pickup);
  if (metres === null) return told.at;
  const seen = cameBy(start);
  const delay = metres > WALK_METRES ? (metres / 1000 / FAST_KM_PER_HOUR) * MS_PER_HOUR : 0;
  return Math.max(told.at, Math.min(end, seen ?? Math.round(told.at + delay)));
}
