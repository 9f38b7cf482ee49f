// Alerts derived from the positions of a trip in progress: a car that has stopped for long, or is far from its route.
import { between, distanceKm, type LatLng, nearestFraction } from '../geo/index.ts';

export interface WatchRules {
  /** Standing longer than this, within this distance, is a standstill. */
  standMs: number;
  standKm: number;
  /** At the pickup, a stop or the drop people get in and out. */
  nearPlaceKm: number;
  /** Farther from the route than this, for longer than this, is off the route. */
  offRouteMs: number;
  offRouteKm: number;
  /** Positions farther apart in time than this mean the phone was offline: the car's place in between is unknown. */
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

/** How much of the trail, back from now, the rules look at. */
export const WATCH_WINDOW_MS = 15 * 60_000;

/** ms since the epoch. */
export type WatchedPoint = LatLng & { at: number };

export interface WatchedTrip {
  pickup: LatLng;
  drop: LatLng;
  waypoints: readonly LatLng[];
  /** The route that was booked, decoded; empty where none is known. */
  route: readonly LatLng[];
  /** Positions since the trip started, oldest first. */
  trail: readonly WatchedPoint[];
}

/** yes and no are what the positions show; unknown: they say nothing of now. */
export type Sign = 'yes' | 'no' | 'unknown';

export interface Signs {
  standstill: Sign;
  off_route: Sign;
  /** The newest position; null when nothing is known. */
  place: LatLng | null;
}

/** The last positions for which `holds`, without a gap among them: how long they last, in ms. */
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

/** km from a point to a line; to its only point where it is one; infinite for none. */
export function distanceToLineKm(point: LatLng, line: readonly LatLng[]): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const [index, to] of line.entries()) {
    const from = line[index - 1] ?? to;
    nearest = Math.min(nearest, distanceKm(point, between(from, to, nearestFraction(point, from, to))));
  }
  return nearest;
}

/** What the trail of a STARTED trip shows at `now` (ms since the epoch). */
export function watchTrip(trip: WatchedTrip, now: number, rules: WatchRules = watchRules): Signs {
  const { trail, route } = trip;
  const newest = trail.at(-1);
  if (!newest) return { standstill: 'unknown', off_route: 'unknown', place: null };
  const place = { lat: newest.lat, lng: newest.lng };
  if (now - newest.at > rules.gapMs) return { standstill: 'unknown', off_route: 'unknown', place };
  const places = [trip.pickup, ...trip.waypoints, trip.drop];

  const isAtPlace = places.some((one) => distanceKm(one, newest) <= rules.nearPlaceKm);
  const stoodMs = lastedMs(trail, rules, (point) => distanceKm(point, newest) <= rules.standKm);
  // A stop that lies beside the route is part of the way to it.
  const isOff = (point: LatLng) =>
    places.every((one) => distanceKm(one, point) > rules.offRouteKm) &&
    distanceToLineKm(point, route) > rules.offRouteKm;
  const offMs = route.length < 2 ? 0 : lastedMs(trail, rules, isOff);
  return {
    standstill: !isAtPlace && stoodMs > rules.standMs ? 'yes' : 'no',
    off_route: offMs > rules.offRouteMs ? 'yes' : 'no',
    place,
  };
}
