// Computes how cars glide between reported positions and turn to their heading, as pure functions of time.
import { bearingDegrees, between, distanceKm, type LatLng } from '@kerb/domain/geo';

/** A car as the API returns it: `heading` in degrees clockwise from north, null when unknown. */
export interface Car extends LatLng {
  readonly id: string;
  readonly heading: number | null;
  /** Whether the last position is old; the car is then drawn pale. */
  readonly isFaded?: boolean;
}

interface Pose extends LatLng {
  readonly heading: number;
}

/** One animation from a pose to the next; its times are in ms of the same clock as `now`. */
export interface CarMotion {
  readonly from: Pose;
  readonly to: Pose;
  readonly startedAt: number;
  readonly duration: number;
  readonly isFaded: boolean;
}

export type CarMotions = ReadonlyMap<string, CarMotion>;

const shortestMs = 300;
const longestMs = 4000;
/** A longer distance between two positions, in km, is not animated: it is a correction of the position, not a drive. */
const jumpKm = 0.6;
/** Below this distance, in km, the bearing between two positions is noise. */
const standingKm = 0.004;

/** Interpolates between two headings in the shorter direction. */
export function turn(from: number, to: number, fraction: number): number {
  const difference = ((to - from + 540) % 360) - 180;
  return (from + difference * fraction + 360) % 360;
}

export function poseAt(motion: CarMotion, now: number): Pose {
  const done = motion.duration <= 0 ? 1 : (now - motion.startedAt) / motion.duration;
  const fraction = Math.min(1, Math.max(0, done));
  const place = between(motion.from, motion.to, fraction);
  // The car turns during the first third of the distance, as it would in a corner.
  return { ...place, heading: turn(motion.from.heading, motion.to.heading, Math.min(1, fraction * 3)) };
}

export function isMoving(motions: CarMotions, now: number): boolean {
  for (const motion of motions.values()) {
    if (now < motion.startedAt + motion.duration) return true;
  }
  return false;
}

function headingOf(car: Car, from: Pose): number {
  if (car.heading !== null) return car.heading;
  return distanceKm(from, car) > standingKm ? bearingDegrees(from, car) : from.heading;
}

function steer(car: Car, before: CarMotion | undefined, now: number): CarMotion {
  const isFaded = car.isFaded ?? false;
  if (!before) {
    const pose = { lat: car.lat, lng: car.lng, heading: car.heading ?? 0 };
    return { from: pose, to: pose, startedAt: now, duration: 0, isFaded };
  }
  if (
    before.to.lat === car.lat &&
    before.to.lng === car.lng &&
    (car.heading ?? before.to.heading) === before.to.heading
  ) {
    return before.isFaded === isFaded ? before : { ...before, isFaded };
  }
  const from = poseAt(before, now);
  const to = { lat: car.lat, lng: car.lng, heading: headingOf(car, from) };
  if (distanceKm(from, to) > jumpKm) return { from: to, to, startedAt: now, duration: 0, isFaded };
  // The animation lasts about as long as the interval since the last position, so that it ends when the next one
  // arrives.
  const duration = Math.min(longestMs, Math.max(shortestMs, now - before.startedAt));
  return { from, to, startedAt: now, duration, isFaded };
}

/**
 * Returns the motions after new positions have arrived: known cars start to glide, new ones appear, missing ones are
 * removed.
 */
export function steerCars(before: CarMotions, cars: readonly Car[], now: number): CarMotions {
  return new Map(cars.map((car) => [car.id, steer(car, before.get(car.id), now)]));
}
