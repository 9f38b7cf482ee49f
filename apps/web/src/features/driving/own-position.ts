// Where the driver's own car is: from the device's GPS, or driven along roads in a demonstration without one.
import type { PositionInput } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import { throttle } from '../../lib/throttle.ts';
import { type DemoDrive, poseOf, startDrive } from './demo-drive.ts';

/** off: not asked; waiting: no fix yet; known: fixes come; denied and unavailable: none will. */
export type Gps = 'off' | 'waiting' | 'known' | 'denied' | 'unavailable';

export interface OwnPositionState {
  readonly position: PositionInput | null;
  readonly gps: Gps;
  /** Demonstration mode moves the car. */
  readonly demo: boolean;
  /** In demonstration mode: on the way somewhere right now. */
  readonly driving: boolean;
  /** In demonstration mode: four times as fast as the roads allow. */
  readonly fast: boolean;
}

export interface OwnPosition {
  readonly state: () => OwnPositionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Starts and stops looking at the GPS and reporting; a driver off duty is not followed. */
  readonly report: (on: boolean) => void;
  /** Demonstration mode on, from a place, or off (null). */
  readonly demonstrate: (from: LatLng | null) => void;
  /** Drives along a route (seconds as the route says) from where it begins. */
  readonly drive: (points: readonly LatLng[], timeInSecs: number) => void;
  readonly halt: () => void;
  readonly setFast: (fast: boolean) => void;
}

export interface OwnPositionDeps {
  readonly geolocation: Pick<Geolocation, 'watchPosition' | 'clearWatch'> | null;
  readonly send: (position: PositionInput) => void;
  readonly now: () => number;
}

/** At most one report in this time. */
const reportEveryMs = 1_500;
/** A car that stands still says so: no fix comes while nothing changes. */
const aliveEveryMs = 10_000;
const frameMs = 1_000;
const fastTimes = 4;
/** GeolocationPositionError.PERMISSION_DENIED */
const permissionDenied = 1;

export function createOwnPosition({ geolocation, send, now }: OwnPositionDeps): OwnPosition {
  let state: OwnPositionState = { position: null, gps: 'off', demo: false, driving: false, fast: false };
  let drive: DemoDrive | null = null;
  let watch: number | null = null;
  let alive: ReturnType<typeof setInterval> | undefined;
  let frames: ReturnType<typeof setInterval> | undefined;
  const listeners = new Set<() => void>();
  const sendSoon = throttle(send, reportEveryMs);
  const become = (change: Partial<OwnPositionState>) => {
    state = { ...state, ...change };
    for (const listener of [...listeners]) listener();
  };

  const moveTo = (position: PositionInput) => {
    become({ position });
    if (alive !== undefined) sendSoon(position);
  };
  const onFix = ({ coords, timestamp }: GeolocationPosition) => {
    become({ gps: 'known' });
    if (state.demo) return;
    moveTo({
      lat: coords.latitude,
      lng: coords.longitude,
      // Some devices date a fix by their own uptime; then it is as old as its arrival.
      at: Math.abs(timestamp - now()) < 60_000 ? Math.round(timestamp) : now(),
      heading: Number.isFinite(coords.heading) ? coords.heading : null,
      speed: Number.isFinite(coords.speed) ? coords.speed : null,
      accuracy: coords.accuracy,
    });
  };
  const onFailure = ({ code }: GeolocationPositionError) => {
    if (code === permissionDenied) return become({ gps: 'denied' });
    // A short loss of signal, as in a tunnel, does not end the watch.
    if (state.gps !== 'known') become({ gps: 'unavailable' });
  };

  const begin = () => {
    if (geolocation) {
      become({ gps: 'waiting' });
      watch = geolocation.watchPosition(onFix, onFailure, {
        enableHighAccuracy: true,
        maximumAge: 2_000,
        timeout: 15_000,
      });
    } else become({ gps: 'unavailable' });
    alive = setInterval(() => {
      if (state.position && now() - state.position.at >= aliveEveryMs / 2)
        moveTo({ ...state.position, at: now(), speed: 0 });
    }, aliveEveryMs);
    if (state.position) sendSoon({ ...state.position, at: now() });
  };
  const end = () => {
    if (watch !== null) geolocation?.clearWatch(watch);
    clearInterval(alive);
    watch = null;
    alive = undefined;
    sendSoon.cancel();
    become({ gps: 'off' });
  };

  const frame = () => {
    if (!drive) return;
    const { point, heading, speed, arrived } = poseOf(drive, now(), state.fast ? fastTimes : 1);
    moveTo({ ...point, heading, speed, at: now(), accuracy: 5 });
    if (arrived) halt();
  };
  const halt = () => {
    clearInterval(frames);
    frames = undefined;
    drive = null;
    if (state.driving) become({ driving: false });
  };

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    report(on) {
      if (on && alive === undefined) begin();
      if (!on && alive !== undefined) end();
    },
    demonstrate(from) {
      halt();
      become({ demo: from !== null });
      if (from) moveTo({ ...from, at: now(), heading: state.position?.heading ?? 0, speed: 0, accuracy: 5 });
    },
    drive(points, timeInSecs) {
      if (!state.demo || points.length < 2) return;
      halt();
      drive = startDrive(points, timeInSecs, now());
      become({ driving: true });
      frames = setInterval(frame, frameMs);
    },
    halt,
    setFast(fast) {
      // What is driven so far stays driven: the rest of the way begins here, at the new pace.
      if (drive) {
        const { kmPerHour, way } = drive;
        const km = (kmPerHour * (state.fast ? fastTimes : 1) * (now() - drive.startedAt)) / 3_600_000;
        drive = {
          way,
          kmPerHour,
          startedAt: now() - (km * 3_600_000) / (kmPerHour * (fast ? fastTimes : 1)),
        };
      }
      become({ fast });
    },
  };
}
