// How cars glide between the positions that arrive and turn with their heading: pure functions of time.
import { bearingDegrees, between, distanceKm, type LatLng } from '@kerb/domain/geo';

/** A car as the API gives it: `heading` in degrees from north, null when not known. */
export interface Car extends LatLng {
  readonly id: string;
  readonly heading: number | null;
  /** Last seen a while ago: drawn pale. */
  readonly isFaded?: boolean;
}

interface Pose extends LatLng {
  readonly heading: number;
}

/** One glide: from a pose to the next, in ms of the same clock as `now`. */
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
/** A farther jump is a new fix, not a drive. */
const jumpKm = 0.6;
/** Below this the bearing between two positions is noise. */
const standingKm = 0.004;

/** Turns the short way round. */
export function turn(from: number, to: number, fraction: number): number {
  const difference = ((to - from + 540) % 360) - 180;
  return (from + difference * fraction + 360) % 360;
}

export function poseAt(motion: CarMotion, now: number): Pose {
  const done = motion.duration <= 0 ? 1 : (now - motion.startedAt) / motion.duration;
  const fraction = Math.min(1, Math.max(0, done));
  const place = between(motion.from, motion.to, fraction);
  // The nose turns in the first third of the way, as a car does in a corner.
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
  // The glide lasts about as long as the pause since the last position, so that it ends when the next one comes.
  const duration = Math.min(longestMs, Math.max(shortestMs, now - before.startedAt));
  return { from, to, startedAt: now, duration, isFaded };
}

/** The motions after new positions arrived: known cars start to glide, new ones appear, missing ones leave. */
export function steerCars(before: CarMotions, cars: readonly Car[], now: number): CarMotions {
  return new Map(cars.map((car) => [car.id, steer(car, before.get(car.id), now)]));
}
