// Tracks the position of the driver's own car: from the device's GPS, or simulated along roads in a demonstration.
import type { PositionInput } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import { throttle } from '../../lib/throttle.ts';
import { type DemoDrive, poseOf, startDrive } from './demo-drive.ts';

/** off: not requested; waiting: no fix yet; known: receiving fixes; denied and unavailable: no fixes. */
export type Gps = 'off' | 'waiting' | 'known' | 'denied' | 'unavailable';

export interface OwnPositionState {
  readonly position: PositionInput | null;
  readonly gps: Gps;
  /** True in demonstration mode, which simulates the position. */
  readonly demo: boolean;
  /** In demonstration mode: true while the car follows a route. */
  readonly driving: boolean;
  /** In demonstration mode: true when the car drives four times as fast as the roads allow. */
  readonly fast: boolean;
}

export interface OwnPosition {
  readonly state: () => OwnPositionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Starts and stops watching the GPS and reporting positions; a driver off duty is not tracked. */
  readonly report: (on: boolean) => void;
  /**
   * The position if it is at most `maxAgeMs` old; otherwise requests a new fix and returns it, or null if none arrives
   * within `withinMs`, or before the page is hidden.
   */
  readonly fresh: (maxAgeMs: number, withinMs: number) => Promise<PositionInput | null>;
  /** Turns demonstration mode on at a position, or off (null). */
  readonly demonstrate: (from: LatLng | null) => void;
  /** Simulates driving a route from its start; `timeInSecs` is the route's duration. */
  readonly drive: (points: readonly LatLng[], timeInSecs: number) => void;
  readonly halt: () => void;
  readonly setFast: (fast: boolean) => void;
}

export interface OwnPositionDeps {
  readonly geolocation: Pick<Geolocation, 'watchPosition' | 'clearWatch'> | null;
  readonly send: (position: PositionInput) => void;
  readonly now: () => number;
  /** True while the page is in the background, where browsers send no fixes. */
  readonly isHidden: () => boolean;
  /** Calls the listener when the page goes into the background or comes back; the returned function ends that. */
  readonly onVisibility: (listener: () => void) => () => void;
}

/** Minimum interval between two reports. */
const reportEveryMs = 1_500;
/** Interval of repeated reports while the car is parked, because the GPS sends no fixes while nothing changes. */
const heartbeatMs = 10_000;
const frameMs = 1_000;
const fastTimes = 4;
/** GeolocationPositionError.PERMISSION_DENIED */
const permissionDenied = 1;

export function createOwnPosition(deps: OwnPositionDeps): OwnPosition {
  const { geolocation, send, now, isHidden, onVisibility } = deps;
  let state: OwnPositionState = { position: null, gps: 'off', demo: false, driving: false, fast: false };
  let drive: DemoDrive | null = null;
  let watch: number | null = null;
  let alive: ReturnType<typeof setInterval> | undefined;
  let frames: ReturnType<typeof setInterval> | undefined;
  let beatAt = 0;
  /** The car may have moved since the last fix, which must not be repeated as a new one. */
  let isOutdated = false;
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
    isOutdated = false;
    if (state.demo) return;
    moveTo({
      lat: coords.latitude,
      lng: coords.longitude,
      // Some devices set the timestamp relative to their boot; then the time of arrival is used instead.
      at: Math.abs(timestamp - now()) < 60_000 ? Math.round(timestamp) : now(),
      heading: Number.isFinite(coords.heading) ? coords.heading : null,
      speed: Number.isFinite(coords.speed) ? coords.speed : null,
      accuracy: coords.accuracy,
    });
  };
  const onFailure = ({ code }: GeolocationPositionError) => {
    if (code === permissionDenied) return become({ gps: 'denied' });
    // A short loss of signal, as in a tunnel, is not reported as unavailable.
    if (state.gps !== 'known') become({ gps: 'unavailable' });
  };

  const startWatch = () => {
    if (geolocation === null) return;
    if (watch !== null) geolocation.clearWatch(watch);
    watch = geolocation.watchPosition(onFix, onFailure, {
      enableHighAccuracy: true,
      maximumAge: 2_000,
      timeout: 15_000,
    });
  };

  /** Repeats the position of a parked car. A page that was suspended or hidden asks for a new fix first. */
  const beat = () => {
    const wasSuspended = now() - beatAt > 2 * heartbeatMs;
    beatAt = now();
    isOutdated ||= wasSuspended || isHidden();
    if (isHidden() && !state.demo) return;
    // A new watch begins with a fix, also where the device sends none while nothing changes.
    if (isOutdated && !state.demo) return startWatch();
    const isKnown = state.demo || state.gps === 'known';
    if (state.position && isKnown && now() - state.position.at >= heartbeatMs / 2)
      moveTo({ ...state.position, at: now(), speed: 0 });
  };

  const isFresh = (position: PositionInput | null, maxAgeMs: number): position is PositionInput =>
    position !== null && now() - position.at <= maxAgeMs;

  const fresh = (maxAgeMs: number, withinMs: number): Promise<PositionInput | null> => {
    const { position, demo, gps } = state;
    if (demo || isFresh(position, maxAgeMs)) return Promise.resolve(position);
    if (geolocation === null || alive === undefined || gps === 'denied') return Promise.resolve(null);
    // A new watch begins with a fix, also where the device sends none while nothing changes.
    startWatch();
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(deadline);
        listeners.delete(look);
        stopListening();
        resolve(isFresh(state.position, maxAgeMs) ? state.position : null);
      };
      const look = () => {
        const isHopeless = state.gps === 'denied' || state.gps === 'off' || isHidden();
        if (isHopeless || isFresh(state.position, maxAgeMs)) finish();
      };
      const deadline = setTimeout(finish, withinMs);
      const stopListening = onVisibility(look);
      listeners.add(look);
    });
  };

  const begin = () => {
    become({ gps: geolocation ? 'waiting' : 'unavailable' });
    startWatch();
    beatAt = now();
    isOutdated = false;
    alive = setInterval(beat, heartbeatMs);
    if (state.position) sendSoon({ ...state.position, at: now() });
  };
  const end = () => {
    if (watch !== null) geolocation?.clearWatch(watch);
    clearInterval(alive);
    watch = null;
    alive = undefined;
    sendSoon.cancel();
    // The next duty may begin elsewhere. A simulated car stays where it is.
    become({ gps: 'off', position: state.demo ? state.position : null });
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
      become({ demo: from !== null, position: from === null ? null : state.position });
      if (from) moveTo({ ...from, at: now(), heading: state.position?.heading ?? 0, speed: 0, accuracy: 5 });
    },
    drive(points, timeInSecs) {
      if (!state.demo || points.length < 2) return;
      halt();
      drive = startDrive(points, timeInSecs, now());
      become({ driving: true });
      frames = setInterval(frame, frameMs);
    },
    fresh,
    halt,
    setFast(fast) {
      // Move the start time so that the distance driven so far is unchanged and only the rest uses the new speed.
      if (drive) {
        const { kmPerHour, route } = drive;
        const km = (kmPerHour * (state.fast ? fastTimes : 1) * (now() - drive.startedAt)) / 3_600_000;
        drive = {
          route,
          kmPerHour,
          startedAt: now() - (km * 3_600_000) / (kmPerHour * (fast ? fastTimes : 1)),
        };
      }
      become({ fast });
    },
  };
}
