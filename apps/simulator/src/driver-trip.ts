// A simulated driver serves a trip from wherever it stands: to the pickup, through the stops, to the drop, the cash.
import type { BookingView } from '@kerb/contract';
import { decodePolyline, distanceKm, type LatLng, stopAreas, stopsVisited } from '@kerb/domain/geo';
import type { Random } from '@kerb/lab';
import { type Car, driveWay, WATCHED_MS, waitInPlace } from './car.ts';
import { isRefusal } from './persist.ts';
import { findWay } from './places.ts';
import type { Session } from './session.ts';
import type { SharedState } from './shared-state.ts';
import { endingWith } from './time.ts';

export interface TripDeps {
  shared: SharedState;
  session: Session;
  car: Car;
  random: Random;
}

/** How long a driver waits at the pickup for a rider who gives no trip code. */
const NO_SHOW_MS = 6 * 60_000;
/** Where the road is not known, the car crosses at walking pace of traffic. */
const FALLBACK_METRES_PER_SECOND = 6;

/** Serves the booking until it no longer keeps the driver busy; a step refused means it has moved on meanwhile. */
export async function serveTrip(deps: TripDeps, id: string, signal: AbortSignal): Promise<void> {
  const { shared, session } = deps;
  while (!signal.aborted) {
    const booking = await shared.persist(
      (options) => session.client.getBooking({ params: { id } }, options),
      signal,
    );
    // A change by the rider or an admin ends the current step: the next look decides again.
    const step = endingWith(signal);
    const stopListening = session.live.subscribe('bookings', (message) => {
      if (
        message.type === 'event' &&
        message.data.booking_id === id &&
        message.data.status !== booking.status
      )
        step.end();
    });
    try {
      if (!(await takeStep(deps, booking, step.signal))) return;
    } catch (error) {
      if (!isRefusal(error) && !step.signal.aborted) throw error;
    } finally {
      stopListening();
      step.end();
    }
  }
}

/** False when the driver is free again. */
async function takeStep(deps: TripDeps, booking: BookingView, signal: AbortSignal): Promise<boolean> {
  const { shared, random, session } = deps;
  const params = { id: booking.id };
  const here = () => ({ location: deps.car.position ?? booking.pickup, at: shared.time.now() });
  switch (booking.status) {
    case 'ACCEPTED':
      if (await driveTo(deps, booking.pickup, signal))
        await shared.persist((o) => session.client.arriveBooking({ params, body: here() }, o), signal);
      return true;
    case 'ARRIVED':
      await waitInPlace({ ...deps, ...shared, live: session.live }, random.between(6, 20), signal);
      if (!signal.aborted) await startTrip(deps, booking, here(), signal);
      return true;
    case 'STARTED':
      if (await driveTrip(deps, booking, signal)) {
        await shared.persist((o) => session.client.reachBooking({ params, body: here() }, o), signal);
        shared.counts.rides += 1;
      }
      return true;
    case 'REACHED':
      await waitInPlace({ ...deps, ...shared, live: session.live }, random.between(3, 9), signal);
      if (!signal.aborted && booking.actions.includes('collect'))
        await shared.persist((o) => session.client.collectBooking({ params, body: {} }, o), signal);
      return true;
    case 'PAYMENT_PENDING':
    case 'NEW':
    case 'PENDING':
    case 'PAID':
    case 'COMPLETE':
    case 'CANCELLED':
      return false;
  }
}

/** The driver asks the rider for the trip code; a rider who does not give it has not come, and the wait is bounded. */
async function startTrip(
  { shared, session }: TripDeps,
  booking: BookingView,
  here: { location: LatLng; at: number },
  signal: AbortSignal,
): Promise<void> {
  const { client } = session;
  const params = { id: booking.id };
  const otp = booking.otp_required ? shared.spokenCodes.get(booking.id) : undefined;
  if (!booking.otp_required || otp !== undefined) {
    const body = { ...here, ...(otp === undefined ? {} : { otp }) };
    await shared.persist((options) => client.startBooking({ params, body }, options), signal);
    return;
  }
  if (shared.time.now() - (booking.driver_arrive_time ?? here.at) < NO_SHOW_MS / shared.time.speed) return;
  const body = { reason: 'The rider did not come' };
  await shared.persist((options) => client.cancelBooking({ params, body }, options), signal);
}

async function driveTrip(deps: TripDeps, booking: BookingView, signal: AbortSignal): Promise<boolean> {
  const { shared, session, random } = deps;
  if (booking.waypoints.length > 0) {
    const { trail } = await shared.persist(
      (o) => session.client.trackBooking({ params: { id: booking.id } }, o),
      signal,
    );
    const stops = stopAreas(booking.waypoints, decodePolyline(booking.polyline));
    for (const stop of booking.waypoints.slice(stopsVisited(stops, decodePolyline(trail)))) {
      if (!(await driveTo(deps, stop, signal))) return false;
      await waitInPlace({ ...deps, ...shared, live: session.live }, random.between(8, 20), signal);
    }
  }
  return driveTo(deps, booking.drop, signal);
}

/** By road, or straight where no road is known; true when the place was reached. */
async function driveTo(deps: TripDeps, place: LatLng, signal: AbortSignal): Promise<boolean> {
  const { shared, session, car } = deps;
  const from = car.position ?? place;
  const way = await findWay({ client: session.client, persist: shared.persist }, from, place, signal);
  const straight = [from, place];
  return driveWay(
    { car, live: session.live, time: shared.time, intervalMs: WATCHED_MS },
    way ?? {
      points: straight,
      time_in_secs: (distanceKm(from, place) * 1000) / FALLBACK_METRES_PER_SECOND,
    },
    signal,
  );
}
