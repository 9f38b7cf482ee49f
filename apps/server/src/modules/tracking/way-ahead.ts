// How far along its route a car is, and what of the route lies ahead: pure geometry on a decoded polyline.
import { between, distanceKm, encodePolyline, type LatLng } from '@kerb/domain/geo';

/** A road route prepared for following: its points and how far into the route each of them lies. */
export interface FollowedRoute {
  points: readonly LatLng[];
  /** km from the start, one for each point */
  kmAt: readonly number[];
  totalKm: number;
  totalSecs: number;
}

export interface OnRoute {
  /** km from the start of the route to the place on it nearest to the car */
  alongKm: number;
  /** km between the car and that place */
  offKm: number;
}

export function followRoute(
  points: readonly LatLng[],
  length: { distance_in_km: number; time_in_secs: number },
): FollowedRoute {
  const kmAt: number[] = [];
  let total = 0;
  let last: LatLng | undefined;
  for (const point of points) {
    if (last) total += distanceKm(last, point);
    kmAt.push(total);
    last = point;
  }
  return { points, kmAt, totalKm: total, totalSecs: length.time_in_secs };
}

/** Where on the segment the car is nearest, 0 to 1. Degrees are squared up by the latitude; segments are short. */
function nearestFraction(car: LatLng, from: LatLng, to: LatLng): number {
  const squeeze = Math.cos((car.lat * Math.PI) / 180);
  const [dx, dy] = [(to.lng - from.lng) * squeeze, to.lat - from.lat];
  const length = dx * dx + dy * dy;
  if (length === 0) return 0;
  const along = ((car.lng - from.lng) * squeeze * dx + (car.lat - from.lat) * dy) / length;
  return Math.min(1, Math.max(0, along));
}

/**
 * The place on the route nearest to the car, looked for between two distances from its start, so that a route
 * that crosses itself is not cut short; null when nothing of the route lies between them.
 */
export function placeOnRoute(
  route: FollowedRoute,
  car: LatLng,
  { fromKm, toKm }: { fromKm: number; toKm: number },
): OnRoute | null {
  let best: OnRoute | null = null;
  for (let index = 1; index < route.points.length; index += 1) {
    const [from, to] = [route.points[index - 1], route.points[index]];
    const [startKm, endKm] = [route.kmAt[index - 1], route.kmAt[index]];
    if (!from || !to || startKm === undefined || endKm === undefined) continue;
    if (endKm < fromKm) continue;
    if (startKm > toKm) break;
    const fraction = nearestFraction(car, from, to);
    const offKm = distanceKm(car, between(from, to, fraction));
    if (best === null || offKm < best.offKm)
      best = { alongKm: startKm + (endKm - startKm) * fraction, offKm };
  }
  return best;
}

/** What lies ahead from a distance along the route; the time is the route's own, in proportion to the length. */
export function restOfRoute(
  route: FollowedRoute,
  alongKm: number,
): { distance_in_km: number; time_in_secs: number; polyline: string } {
  const restKm = Math.max(0, route.totalKm - alongKm);
  const index = route.kmAt.findIndex((km) => km > alongKm);
  const points = index < 0 ? route.points.slice(-1) : pointsFrom(route, index, alongKm);
  return {
    distance_in_km: restKm,
    time_in_secs: route.totalKm === 0 ? 0 : Math.round((route.totalSecs * restKm) / route.totalKm),
    polyline: encodePolyline(points),
  };
}

/** The cut point itself, then every point after it. */
function pointsFrom(route: FollowedRoute, index: number, alongKm: number): LatLng[] {
  const rest = route.points.slice(index);
  const [from, to] = [route.points[index - 1], route.points[index]];
  const [startKm, endKm] = [route.kmAt[index - 1], route.kmAt[index]];
  if (!from || !to || startKm === undefined || endKm === undefined || endKm === startKm) return rest;
  return [between(from, to, (alongKm - startKm) / (endKm - startKm)), ...rest];
}

/** A stop counts as visited when the car was this near; streets are wide and positions vague. */
const STOP_RADIUS_KM = 0.08;

/** How many of the stops, in order, the car has been at when it has passed these points. */
export function stopsVisited(stops: readonly LatLng[], points: readonly LatLng[], already = 0): number {
  let visited = already;
  for (const point of points) {
    const next = stops[visited];
    if (next === undefined) break;
    if (distanceKm(next, point) <= STOP_RADIUS_KM) visited += 1;
  }
  return visited;
}
