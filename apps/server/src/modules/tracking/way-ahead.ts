// How far along its route a car is, and what of the route lies ahead: pure geometry on a decoded polyline.
import {
  between,
  distanceKm,
  encodePolyline,
  type LatLng,
  type MeasuredLine,
  measureLine,
  nearestFraction,
} from '@kerb/domain/geo';

/** A road route prepared for following. */
export interface FollowedRoute extends MeasuredLine {
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
  return { ...measureLine(points), totalSecs: length.time_in_secs };
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

/** For somebody who is told when the car comes, not which way it takes. */
export const withoutLine = <Way extends { polyline: string }>(way: Way): Way => ({ ...way, polyline: '' });

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
