// A road route prepared for driving: where on it the car is, and the point any distance along it.
import { bearingDegrees, between, distanceKm, type LatLng } from '@kerb/domain/geo';

export interface Way {
  readonly points: readonly LatLng[];
  /** km from the start, one for each point. */
  readonly kmAt: readonly number[];
  readonly totalKm: number;
}

export interface PlaceOnWay {
  /** km from the start to the place on the way nearest to the car. */
  readonly alongKm: number;
  /** km between the car and that place. */
  readonly offKm: number;
}

export function wayOf(points: readonly LatLng[]): Way {
  const kmAt: number[] = [];
  let totalKm = 0;
  let last: LatLng | undefined;
  for (const point of points) {
    if (last) totalKm += distanceKm(last, point);
    kmAt.push(totalKm);
    last = point;
  }
  return { points, kmAt, totalKm };
}

/** 0 to 1 along a short segment; degrees are squared up by the latitude. */
function nearestFraction(car: LatLng, from: LatLng, to: LatLng): number {
  const squeeze = Math.cos((car.lat * Math.PI) / 180);
  const [dx, dy] = [(to.lng - from.lng) * squeeze, to.lat - from.lat];
  const length = dx * dx + dy * dy;
  if (length === 0) return 0;
  const along = ((car.lng - from.lng) * squeeze * dx + (car.lat - from.lat) * dy) / length;
  return Math.min(1, Math.max(0, along));
}

/** A way that crosses itself: a place this much nearer is needed to leap over road not yet driven. */
const leapPenalty = 0.02;

/**
 * The place on the way nearest to the car. `fromKm` is how far it had come before: it does not go back, and of
 * two passes through one crossing the next one counts. Null for a way without length.
 */
export function placeOnWay(way: Way, car: LatLng, fromKm = 0): PlaceOnWay | null {
  let best: (PlaceOnWay & { cost: number }) | null = null;
  for (let index = 1; index < way.points.length; index += 1) {
    const [from, to] = [way.points[index - 1], way.points[index]];
    const [startKm, endKm] = [way.kmAt[index - 1], way.kmAt[index]];
    if (!from || !to || startKm === undefined || endKm === undefined || endKm < fromKm) continue;
    const fraction = nearestFraction(car, from, to);
    const alongKm = Math.max(fromKm, startKm + (endKm - startKm) * fraction);
    const offKm = distanceKm(car, pointAlong(way, alongKm).point);
    const cost = offKm + (alongKm - fromKm) * leapPenalty;
    if (best === null || cost < best.cost) best = { alongKm, offKm, cost };
  }
  return best && { alongKm: best.alongKm, offKm: best.offKm };
}

export interface Pose {
  readonly point: LatLng;
  /** Degrees from north. */
  readonly heading: number;
}

/** Where a car stands after `km` of the way, and where its nose points; the ends hold it. */
export function pointAlong(way: Way, km: number): Pose {
  const next = way.kmAt.findIndex((at) => at >= km);
  const index = next < 0 ? way.points.length - 1 : Math.max(1, next);
  const [from, to] = [way.points[index - 1], way.points[index]];
  const [startKm, endKm] = [way.kmAt[index - 1], way.kmAt[index]];
  if (!from || !to || startKm === undefined || endKm === undefined) {
    return { point: way.points.at(-1) ?? { lat: 0, lng: 0 }, heading: 0 };
  }
  const fraction = endKm === startKm ? 1 : Math.min(1, Math.max(0, (km - startKm) / (endKm - startKm)));
  return { point: between(from, to, fraction), heading: bearingDegrees(from, to) };
}

/** Of stops in order, how many were passed within 80 m by points in order. */
export function stopsPassed(stops: readonly LatLng[], points: readonly LatLng[], already = 0): number {
  let passed = already;
  for (const point of points) {
    const next = stops[passed];
    if (next === undefined) break;
    if (distanceKm(next, point) <= 0.08) passed += 1;
  }
  return passed;
}
