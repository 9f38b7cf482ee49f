// Measures distances along a line of points: the position of each point, positions in between, and the stops passed.
import { bearingDegrees, between, distanceKm } from './haversine.ts';
import type { LatLng } from './lat-lng.schema.ts';

export interface MeasuredLine {
  readonly points: readonly LatLng[];
  /** Distance of each point from the start, in km. */
  readonly kmAt: readonly number[];
  readonly totalKm: number;
}

export function measureLine(points: readonly LatLng[]): MeasuredLine {
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

/**
 * Returns the position on the segment that is nearest to `at`, 0 to 1. Longitude is scaled by the latitude, which is
 * accurate for short segments.
 */
export function nearestFraction(at: LatLng, from: LatLng, to: LatLng): number {
  const squeeze = Math.cos((at.lat * Math.PI) / 180);
  const dx = (to.lng - from.lng) * squeeze;
  const dy = to.lat - from.lat;
  const length = dx * dx + dy * dy;
  if (length === 0) return 0;
  const along = ((at.lng - from.lng) * squeeze * dx + (at.lat - from.lat) * dy) / length;
  return Math.min(1, Math.max(0, along));
}

export interface Pose {
  readonly point: LatLng;
  /** Degrees clockwise from north. */
  readonly heading: number;
}

/**
 * Returns the position and heading after `km` of the line, limited to its two ends. Throws RangeError for a line
 * without points.
 */
export function pointAlong(line: MeasuredLine, km: number): Pose {
  const next = line.kmAt.findIndex((at) => at >= km);
  const index = next < 0 ? line.points.length - 1 : Math.max(1, next);
  const from = line.points[index - 1];
  const to = line.points[index];
  const startKm = line.kmAt[index - 1];
  const endKm = line.kmAt[index];
  if (!from || !to || startKm === undefined || endKm === undefined) {
    const point = line.points.at(-1);
    if (!point) throw new RangeError('A line without points leads nowhere');
    return { point, heading: 0 };
  }
  const fraction = endKm === startKm ? 1 : Math.min(1, Math.max(0, (km - startKm) / (endKm - startKm)));
  return { point: between(from, to, fraction), heading: bearingDegrees(from, to) };
}

interface NearestPlace {
  readonly place: LatLng;
  readonly km: number;
}

function nearestOnLine(at: LatLng, points: readonly LatLng[]): NearestPlace | null {
  let nearest: NearestPlace | null = null;
  let from = points[0];
  for (const to of points) {
    const place = from ? between(from, to, nearestFraction(at, from, to)) : to;
    const km = distanceKm(at, place);
    if (nearest === null || km < nearest.km) nearest = { place, km };
    from = to;
  }
  return nearest;
}

/** Returns the distance between a point and the nearest place on a line; null for a line without points. */
export function distanceToLineKm(at: LatLng, points: readonly LatLng[]): number | null {
  return nearestOnLine(at, points)?.km ?? null;
}

/** Distance of a car from a stop that counts as a visit, because streets are wide and positions inaccurate. */
const STOP_RADIUS_KM = 0.08;
/** Places farther from a road than this have no route, so a route farther away than this was not made for the stop. */
export const MAX_OFF_ROAD_KM = 0.5;

/**
 * A stop is visited when the car is near its point, or near the place where the planned route passes it: the point may
 * be away from any road.
 */
export interface StopArea {
  readonly point: LatLng;
  /** The nearest place on the planned route; null when the route was not made for the stop. */
  readonly passedAt: LatLng | null;
}

/** Returns the areas of the stops of a trip. `route` is its planned route. */
export function stopAreas(stops: readonly LatLng[], route: readonly LatLng[]): StopArea[] {
  return stops.map((point) => {
    const nearest = nearestOnLine(point, route);
    return { point, passedAt: nearest && nearest.km <= MAX_OFF_ROAD_KM ? nearest.place : null };
  });
}

const isVisit = ({ point, passedAt }: StopArea, car: LatLng): boolean =>
  distanceKm(point, car) <= STOP_RADIUS_KM ||
  (passedAt !== null && distanceKm(passedAt, car) <= STOP_RADIUS_KM);

/** Returns how many of the stops, which are visited in order, a car has visited after passing these points in order. */
export function stopsVisited(stops: readonly StopArea[], points: readonly LatLng[], already = 0): number {
  let visited = already;
  for (const point of points) {
    const next = stops[visited];
    if (next === undefined) break;
    if (isVisit(next, point)) visited += 1;
  }
  return visited;
}

/** Returns the line without its first and last `km`; empty when the line is not longer than both together. */
export function trimLine(points: readonly LatLng[], km: number): LatLng[] {
  const line = measureLine(points);
  const endKm = line.totalKm - km;
  if (endKm <= km) return [];
  const inner = points.filter((_, index) => {
    const at = line.kmAt[index] ?? 0;
    return at > km && at < endKm;
  });
  return [pointAlong(line, km).point, ...inner, pointAlong(line, endKm).point];
}
