// Sends emergency calls, one per booking at a time, until each is received or rejected. The calls are not part of a
// screen, so leaving the trip or closing the dialog does not stop them.
import type { LatLng } from '@kerb/domain/geo';
import { randomKey } from '@kerb/sdk/client';
import { client } from '../../lib/store.ts';
import { markUnsaved } from '../../lib/unsaved-input.ts';
import { sendPanic } from './send-panic.ts';

export type PanicState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'sending' }
  /** Not confirmed yet: the request is being retried. */
  | { readonly kind: 'trying' }
  | { readonly kind: 'received'; readonly at: number }
  | { readonly kind: 'refused'; readonly problem: unknown };

const retryAfterMs = 2_000;
const attemptMs = 8_000;
/** Maximum time to wait for the location before the alert is sent without it. */
const placeWithinMs = 1_500;
/** Maximum time in which a location that arrives after the alert is still sent. */
const latePlaceWithinMs = 30_000;

const waitForRetry = (): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, retryAfterMs);
    window.addEventListener('online', go);
  });

/** The device's location, or null when it is not available at all. A first satellite fix can take many seconds. */
const findPlace = (): Promise<LatLng | null> =>
  new Promise((resolve) => {
    if (!navigator.geolocation) return resolve(null);
    setTimeout(() => resolve(null), latePlaceWithinMs);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      () => resolve(null),
      { maximumAge: 30_000, timeout: latePlaceWithinMs, enableHighAccuracy: true },
    );
  });

const nullAfter = (ms: number): Promise<null> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(null), ms);
  });

const ready: PanicState = { kind: 'ready' };
const states = new Map<string, PanicState>();
const listeners = new Set<() => void>();

/** State of the last emergency call of a booking. */
export const panicStateOf = (booking: string): PanicState => states.get(booking) ?? ready;

/** Calls the listener after every change of a state; returns a function that removes it. */
export function subscribeToPanic(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setState(booking: string, state: PanicState): void {
  states.set(booking, state);
  for (const listener of listeners) listener();
}

/** Sends the call with a key of its own until the server confirms it. */
function send(booking: string, place: LatLng | null, onTrying: () => void): Promise<number> {
  const idempotencyKey = randomKey();
  const once = (location: LatLng | null) =>
    client.panicBooking(
      { params: { id: booking }, body: location ? { location } : {} },
      { idempotencyKey, timeoutMs: attemptMs },
    );
  return sendPanic({ send: once, wait: waitForRetry, onTrying }, place);
}

/** Alerts the operator; does nothing while another call of the booking is being sent. */
export async function callForHelp(booking: string): Promise<void> {
  const { kind } = panicStateOf(booking);
  if (kind === 'sending' || kind === 'trying') return;
  setState(booking, { kind: 'sending' });
  // The app does not reload by itself meanwhile, which would end the call.
  const unmark = markUnsaved();
  const finding = findPlace();
  const place = await Promise.race([finding, nullAfter(placeWithinMs)]);
  try {
    const at = await send(booking, place, () => setState(booking, { kind: 'trying' }));
    const received: PanicState = { kind: 'received', at };
    setState(booking, received);
    if (place !== null) return;
    const latePlace = await finding;
    // A newer call finds its place itself.
    if (latePlace === null || panicStateOf(booking) !== received) return;
    // The operator has the call already, so an error of this one changes nothing for the caller.
    await send(booking, latePlace, () => undefined).catch(() => undefined);
  } catch (problem) {
    setState(booking, { kind: 'refused', problem });
  } finally {
    unmark();
  }
}
