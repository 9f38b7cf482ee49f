// Where on a road route the car is that drives it.
import { distanceKm, type LatLng, type MeasuredLine, nearestFraction, pointAlong } from '@kerb/domain/geo';

export interface PlaceOnWay {
  /** km from the start to the place on the way nearest to the car. */
  readonly alongKm: number;
  /** km between the car and that place. */
  readonly offKm: number;
}

/** A way that crosses itself: a place this much nearer is needed to leap over road not yet driven. */
const leapPenalty = 0.02;

/**
 * The place on the way nearest to the car. `fromKm` is how far it had come before: it does not go back, and of
 * two passes through one crossing the next one counts. Null for a way without length.
 */
export function placeOnWay(way: MeasuredLine, car: LatLng, fromKm = 0): PlaceOnWay | null {
  let best: (PlaceOnWay & { cost: number }) | null = null;
  for (let index = 1; index < way.points.length; index += 1) {
    const from = way.points[index - 1];
    const to = way.points[index];
    const startKm = way.kmAt[index - 1];
    const endKm = way.kmAt[index];
    if (!from || !to || startKm === undefined || endKm === undefined || endKm < fromKm) continue;
    const fraction = nearestFraction(car, from, to);
    const alongKm = Math.max(fromKm, startKm + (endKm - startKm) * fraction);
    const offKm = distanceKm(car, pointAlong(way, alongKm).point);
    const cost = offKm + (alongKm - fromKm) * leapPenalty;
    if (best === null || cost < best.cost) best = { alongKm, offKm, cost };
  }
  return best && { alongKm: best.alongKm, offKm: best.offKm };
}
