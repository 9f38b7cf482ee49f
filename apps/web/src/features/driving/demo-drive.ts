// Simulates a car that follows a road route at driving speed, for demonstrations without GPS.
import { type LatLng, type MeasuredLine, measureLine, type Pose, pointAlong } from '@kerb/domain/geo';

export interface DemoDrive {
  readonly route: MeasuredLine;
  /** Speed in km/h: the route's average. */
  readonly kmPerHour: number;
  /** ms since the epoch. */
  readonly startedAt: number;
}

/** Limits in km/h: no city street allows more, and anything slower is not driving. */
const slowest = 12;
const fastest = 90;

export function startDrive(points: readonly LatLng[], timeInSecs: number, now: number): DemoDrive {
  const route = measureLine(points);
  const average = timeInSecs > 0 ? route.totalKm / (timeInSecs / 3600) : 0;
  return { route, kmPerHour: Math.min(fastest, Math.max(slowest, average)), startedAt: now };
}

export interface DrivenPose extends Pose {
  /** Metres per second; 0 at the end. */
  readonly speed: number;
  readonly arrived: boolean;
}

/** Position of the car at `now` (ms since the epoch), at `times` the route's speed. */
export function poseOf({ route, kmPerHour, startedAt }: DemoDrive, now: number, times = 1): DrivenPose {
  const km = (kmPerHour * times * Math.max(0, now - startedAt)) / 3_600_000;
  const arrived = km >= route.totalKm;
  return { ...pointAlong(route, km), speed: arrived ? 0 : (kmPerHour * times) / 3.6, arrived };
}
