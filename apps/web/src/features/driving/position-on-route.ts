// Matches a car's position to the route it drives on.
import { distanceKm, type LatLng, type MeasuredLine, nearestFraction, pointAlong } from '@kerb/domain/geo';

export interface PositionOnRoute {
  /** Distance in km from the start of the route to the point nearest to the car. */
  readonly alongKm: number;
  /** Distance in km between the car and that point. */
  readonly offKm: number;
}

/** Cost in km per km skipped: where a route crosses itself, a later pass is chosen only when it is this much nearer. */
const skipPenalty = 0.02;

/**
 * The point of the route nearest to the car. The result never moves back behind `fromKm`, the previous distance; at a
 * crossing of the route with itself it prefers the earlier pass from there. Null for a route without length.
 */
export function positionOnRoute(route: MeasuredLine, car: LatLng, fromKm = 0): PositionOnRoute | null {
  let best: (PositionOnRoute & { cost: number }) | null = null;
  for (let index = 1; index < route.points.length; index += 1) {
    const from = route.points[index - 1];
    const to = route.points[index];
    const startKm = route.kmAt[index - 1];
    const endKm = route.kmAt[index];
    if (!from || !to || startKm === undefined || endKm === undefined || endKm < fromKm) continue;
    const fraction = nearestFraction(car, from, to);
    const alongKm = Math.max(fromKm, startKm + (endKm - startKm) * fraction);
    const offKm = distanceKm(car, pointAlong(route, alongKm).point);
    const cost = offKm + (alongKm - fromKm) * skipPenalty;
    if (best === null || cost < best.cost) best = { alongKm, offKm, cost };
  }
  return best && { alongKm: best.alongKm, offKm: best.offKm };
}
