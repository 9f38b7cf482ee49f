// A car's progress along its route and the remaining part of it: pure geometry on a decoded polyline.
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
 * The place on the route nearest to the car, searched between two distances from its start, so that a route that
 * crosses itself is not cut short; null when no part of the route lies between them.
 */
export function placeOnRoute(
  route: FollowedRoute,
  car: LatLng,
  { fromKm, toKm }: { fromKm: number; toKm: number },
): OnRoute | null {
  let best: OnRoute | null = null;
  for (let index = 1; index < route.points.length; index += 1) {
    const from = route.points[index - 1];
    const to = route.points[index];
    const startKm = route.kmAt[index - 1];
    const endKm = route.kmAt[index];
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

/** For viewers who may see the arrival time but not the route. */
export const withoutPolyline = <Route extends { polyline: string }>(route: Route): Route => ({
  ...route,
  polyline: '',
});

/** The rest of the route from a distance along it; its time is proportional to the length. */
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
  const from = route.points[index - 1];
  const to = route.points[index];
  const startKm = route.kmAt[index - 1];
  const endKm = route.kmAt[index];
  if (!from || !to || startKm === undefined || endKm === undefined || endKm === startKm) return rest;
  return [between(from, to, (alongKm - startKm) / (endKm - startKm)), ...rest];
}
