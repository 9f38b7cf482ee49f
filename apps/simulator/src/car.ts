// A car on the road: where it stands, and driving a way while its positions are sent.
import type { LatLng } from '@kerb/domain/geo';
import type { Live } from '@kerb/sdk/live';
import { type Drive, planDrive, positionIntervalMs } from './drive.ts';
import type { Time } from './time.ts';

export interface Car {
  /** Null until it is known where the car is. */
  position: LatLng | null;
  heading: number;
}

/** How often a position is sent: often while a rider watches, less often while cruising. ms */
export const WATCHED_MS = 1000;
export const CRUISING_MS = 2000;

/** Positions go over the live socket only; while it is away the car drives on unseen. */
export function reportPosition(car: Car, live: Live, now: number, speed: number): void {
  if (!car.position) return;
  const { lat, lng } = car.position;
  live.sendPosition({ lat, lng, at: now, heading: car.heading, speed });
}

export interface DriveDeps {
  car: Car;
  live: Live;
  time: Time;
  intervalMs: number;
}

/** Drives the way to its end, or until the signal ends; true when the end was reached. */
export async function driveWay(
  { car, live, time, intervalMs }: DriveDeps,
  way: { points: readonly LatLng[]; time_in_secs: number },
  signal: AbortSignal,
): Promise<boolean> {
  const drive = planDrive(way.points, way.time_in_secs);
  if (!drive) return true;
  const setOut = time.secs();
  const interval = positionIntervalMs(intervalMs, time.speed);
  for (;;) {
    const elapsed = time.secs() - setOut;
    moveTo(car, drive, elapsed);
    reportPosition(car, live, time.now(), elapsed >= drive.secs ? 0 : drive.metresPerSecond);
    if (elapsed >= drive.secs) return true;
    if (signal.aborted) return false;
    // The last hop is shorter, so that the car stops where it should.
    await time.waitMs(Math.min(interval, ((drive.secs - elapsed) * 1000) / time.speed), signal);
  }
}

function moveTo(car: Car, drive: Drive, elapsed: number): void {
  const { position, heading } = drive.at(elapsed);
  car.position = position;
  car.heading = heading;
}

/** Stands for so many simulated seconds, saying now and then that it is still there. */
export async function waitInPlace(
  { car, live, time }: Omit<DriveDeps, 'intervalMs'>,
  secs: number,
  signal: AbortSignal,
): Promise<void> {
  const until = time.secs() + secs;
  while (!signal.aborted && time.secs() < until) {
    reportPosition(car, live, time.now(), 0);
    await time.waitMs(Math.min(STANDING_MS, ((until - time.secs()) * 1000) / time.speed), signal);
  }
}

const STANDING_MS = 10_000;
