// React hook and app-wide reporter of the own position: reports while on duty or on a trip, whichever screen is open.
import type { PositionInput, PublicSettings } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import { ApiError } from '@kerb/sdk/client';
import { gpsAsked, gpsFailed, joinLocationSlices, updateGpsLocation } from '@kerb/sdk/store/location';
import { useSyncExternalStore } from 'react';
import { live } from '../../lib/live.ts';
import { isPassing } from '../../lib/network/is-passing.ts';
import { client, store } from '../../lib/store.ts';
import { appQueue } from '../../lib/trip-queue/app-queue.ts';
import { measureClockAgain } from '../../lib/trip-queue/measure-clock.ts';
import { serverClock } from '../../lib/trip-queue/server-clock.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { readDemoCar, rememberDemoCar } from './demo-car.ts';
import { createOwnPosition, type Gps, type OwnPosition, type OwnPositionState } from './own-position.ts';
import { createUnconfirmed } from './unconfirmed-positions.ts';

async function post(position: PositionInput): Promise<void> {
  try {
    await client.postLocation({ body: position });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Without a network, or while the server fails, the position is buffered for the trip's trail. A rejected position is
    // dropped: the next one follows soon.
    if (isPassing(error)) await bufferForTrail(position);
    else if (error.code === 'position_rejected') await measureClockAgain();
  }
}

/** Buffers the position while a trip is under way, to be sent before the trip's next step. */
async function bufferForTrail(position: PositionInput): Promise<void> {
  const { known } = appQueue.state();
  const queue = appQueue.queue();
  if (!known || !queue) return;
  await queue.keepPosition(known.id, position);
  await queue.send();
}

const unconfirmed = createUnconfirmed(() => Date.now());
live.onState((state) => {
  // Positions sent after the last received message may be lost with the connection, so they are buffered again.
  if (state === 'waiting')
    for (const position of unconfirmed.since(live.lastMessageAt())) void bufferForTrail(position);
});

/**
 * During a trip with queued steps or positions, a new position is queued too, so that the trail stays in order. Steps of
 * other trips do not hold positions back: queued ones do not move the car on the map.
 */
function report(fix: PositionInput): void {
  const position = { ...fix, at: fix.at + serverClock.offset() };
  const { steps, positions, known } = appQueue.state();
  const waits = positions > 0 || (steps ?? []).some(({ booking }) => booking === known?.id);
  if (known && (waits || !navigator.onLine)) return void bufferForTrail(position);
  if (!live.sendPosition(position)) return void post(position);
  unconfirmed.sent(position);
}

joinLocationSlices(store);

const own = createOwnPosition({
  geolocation: 'geolocation' in navigator ? navigator.geolocation : null,
  send: report,
  now: () => Date.now(),
  isHidden: () => document.hidden,
  onVisibility(listener) {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
});

function followDuty(): void {
  const { info } = store.getState().auth;
  const { demo } = store.getState().settingsdata.settings ?? { demo: null };
  const isDriving = info?.driver != null && (info.driver.driverActiveStatus || info.driver.queue);
  own.report(isDriving);
  if (!info && own.state().demo) own.demonstrate(null);
  // After a reload the demonstration resumes at its last position.
  const before = isDriving && demo !== null && own.state().position === null ? readDemoCar() : null;
  if (before) own.demonstrate(before);
}

store.subscribe(followDuty);
own.subscribe(() => {
  const { position, gps } = own.state();
  const { gpsdata } = store.getState();
  if (position) {
    const isNew = position.lat !== gpsdata?.location?.lat || position.lng !== gpsdata.location.lng;
    if (isNew) store.dispatch(updateGpsLocation(position));
  } else if (gps === 'waiting') {
    if (!gpsdata?.loading) store.dispatch(gpsAsked());
  } else if (gps !== 'off' && !gpsdata?.error.flag) store.dispatch(gpsFailed('location_fetch_error'));
});

let wasDemo = false;
own.subscribe(() => {
  const { demo, position } = own.state();
  // Clear the stored position only when the demonstration is switched off: at startup it is not read yet.
  if (demo || wasDemo) rememberDemoCar(demo ? position : null);
  wasDemo = demo;
});
followDuty();

function isOutside({ lat, lng }: LatLng, settings: PublicSettings): boolean {
  const [west, south, east, north] = settings.city.bounds;
  return lng < west || lng > east || lat < south || lat > north;
}

export interface ReportedPosition extends OwnPositionState {
  readonly own: OwnPosition;
  /** True when a demonstration is configured and this device has no position within the city. */
  readonly mayDemonstrate: boolean;
  /** True when the position is known and outside the served city. */
  readonly outside: boolean;
}

const withoutFix: readonly Gps[] = ['denied', 'unavailable'];

export function useReportPosition(): ReportedPosition {
  const settings = useSettings();
  const state = useSyncExternalStore(own.subscribe, own.state);
  const outside = settings !== null && state.position !== null && isOutside(state.position, settings);
  const mayDemonstrate =
    settings !== null && settings.demo !== null && (state.demo || outside || withoutFix.includes(state.gps));
  return { ...state, own, outside, mayDemonstrate };
}
