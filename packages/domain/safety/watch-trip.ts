// Derives alerts from the positions of a trip in progress: a car that has stopped for a long time, or is far from its
// route.
import { distanceKm, distanceToLineKm, type LatLng } from '../geo/index.ts';

export interface WatchRules {
  /** A car that stays within `standKm` for longer than this has stopped (standstill). */
  standMs: number;
  standKm: number;
  /**
   * Within this distance of the pickup, a stop or the drop, a standstill is expected, because people get in and out.
   */
  nearPlaceKm: number;
  /** A car that is farther from the route than `offRouteKm` for longer than this is off the route. */
  offRouteMs: number;
  offRouteKm: number;
  /** Maximum time between positions; a longer pause means that the phone was offline and the car's place is unknown. */
  gapMs: number;
}

export const watchRules: WatchRules = {
  standMs: 6 * 60_000,
  standKm: 0.15,
  nearPlaceKm: 0.25,
  offRouteMs: 3 * 60_000,
  offRouteKm: 1.5,
  gapMs: 90_000,
};

/** Length of the trail, back from now, that the rules evaluate. */
export const WATCH_WINDOW_MS = 15 * 60_000;

/** `at` in ms since the epoch. */
export type WatchedPoint = LatLng & { at: number };

export interface WatchedTrip {
  pickup: LatLng;
  drop: LatLng;
  waypoints: readonly LatLng[];
  /** Booked route, decoded; empty when unknown. */
  route: readonly LatLng[];
  /** Positions since the trip started, oldest first. */
  trail: readonly WatchedPoint[];
}

/** unknown: the positions are too old, or missing, to decide about now. */
export type Sign = 'yes' | 'no' | 'unknown';

export interface Signs {
  standstill: Sign;
  off_route: Sign;
  /** Newest position; null without any position. */
  place: LatLng | null;
}

/** Returns for how long, in ms, `holds` has been true of the latest positions, without a gap between them. */
function lastedMs(
  trail: readonly WatchedPoint[],
  rules: WatchRules,
  holds: (point: WatchedPoint) => boolean,
): number {
  const newest = trail.at(-1);
  if (!newest) return 0;
  let since = newest.at;
  for (let index = trail.length - 1; index >= 0; index -= 1) {
    const point = trail[index];
    if (!point || since - point.at > rules.gapMs || !holds(point)) break;
    since = point.at;
  }
  return newest.at - since;
}

/** Evaluates the trail of a STARTED trip at `now` (ms since the epoch). */
export function watchTrip(trip: WatchedTrip, now: number, rules: WatchRules = watchRules): Signs {
  const { trail, route } = trip;
  const newest = trail.at(-1);
  if (!newest) return { standstill: 'unknown', off_route: 'unknown', place: null };
  const place = { lat: newest.lat, lng: newest.lng };
  if (now - newest.at > rules.gapMs) return { standstill: 'unknown', off_route: 'unknown', place };
  const places = [trip.pickup, ...trip.waypoints, trip.drop];

  const isAtPlace = places.some((one) => distanceKm(one, newest) <= rules.nearPlaceKm);
  const stoodMs = lastedMs(trail, rules, (point) => distanceKm(point, newest) <= rules.standKm);
  // A stop can lie away from the route, so positions near a stop are not off the route.
  const isOff = (point: LatLng) =>
    places.every((one) => distanceKm(one, point) > rules.offRouteKm) &&
    (distanceToLineKm(point, route) ?? Number.POSITIVE_INFINITY) > rules.offRouteKm;
  const offMs = route.length < 2 ? 0 : lastedMs(trail, rules, isOff);
  return {
    standstill: !isAtPlace && stoodMs > rules.standMs ? 'yes' : 'no',
    off_route: offMs > rules.offRouteMs ? 'yes' : 'no',
    place,
  };
}
