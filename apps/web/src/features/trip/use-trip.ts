// React hook for one booking on the rider's screen: the record, the car's position and the arrival time. Live messages
// update them in the response cache.
import type { BookingView } from '@kerb/contract';
import { driverWaits, isTrackedForDriver } from '@kerb/domain/booking';
import { ApiError } from '@kerb/sdk/client';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useCallback, useEffect, useMemo } from 'react';
import { answers, answersApi } from '../../lib/answers.ts';
import { codeOf } from '../../lib/error-code.ts';
import { useLiveState } from '../../lib/live.ts';
import { store } from '../../lib/store.ts';
import type { Eta } from './arrival.ts';

export interface CarPosition {
  readonly lat: number;
  readonly lng: number;
  readonly heading: number | null;
  /** ms since the epoch, by the clock of the driver's phone. */
  readonly at: number;
}

interface TrackState {
  readonly car: CarPosition | null;
  readonly eta: Eta | null;
  /** Encoded polyline of the route driven so far. */
  readonly trail: string;
  /** True while the car's position is unknown. */
  readonly isCarUnknown: boolean;
}

export interface Trip extends TrackState {
  /** Null while loading, and once the user has lost access to it. */
  readonly booking: BookingView | null;
  readonly problem: unknown;
  readonly retry: () => void;
  /** Replaces the booking by the response of an action, so that the screen shows it at once. */
  readonly update: (booking: BookingView) => void;
}

const readAgainMs = 5_000;
const isNetworkError = (problem: unknown) => problem instanceof ApiError && problem.status === 0;
const isCode = (problem: unknown, code: string) => problem instanceof ApiError && codeOf(problem) === code;

/** Retains the last known track once the booking is not tracked any more. */
function useTrack(id: string, isTracked: boolean): TrackState {
  const asked = isTracked ? { params: { id } } : skipToken;
  const { data, error, fulfilledTimeStamp, refetch } = answers.trackBooking.useQuery(asked);
  const live = useLiveState();
  // Positions that were sent while the connection was down are not repeated.
  useEffect(() => {
    if (isTracked && live === 'open') void refetch();
  }, [isTracked, live, refetch]);
  const ahead = data?.ahead ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal estimate that is received again is newer
  const eta = useMemo(() => ahead && { ...ahead, receivedAt: Date.now() }, [ahead, fulfilledTimeStamp]);
  const car = data?.driver ?? null;
  // No position is known yet: the car is shown with its first one.
  const isMissing = isCode(error, 'location_fetch_error');
  return { car, eta, trail: data?.trail ?? '', isCarUnknown: isMissing || data?.driver === null };
}

function readBooking(id: string): void {
  void store.dispatch(
    answers.getBooking.initiate({ params: { id } }, { forceRefetch: true, subscribe: false }),
  );
}

function update(value: BookingView): void {
  const arg = { params: { id: value.id } };
  store.dispatch(answersApi.util.upsertQueryEntries([{ endpointName: 'getBooking', arg, value }]));
  // The response of a request that was sent before the action is dropped only when a newer request was sent.
  readBooking(value.id);
}

export function useTrip(bookingId: string): Trip {
  const asked = useMemo(() => ({ params: { id: bookingId } }), [bookingId]);
  const { currentData, error } = answers.getBooking.useQueryState(asked);
  const pollingInterval = isNetworkError(error) ? readAgainMs : 0;
  answers.getBooking.useQuerySubscription(asked, { pollingInterval });
  // The user may have lost access, for instance a driver whose booking was reassigned.
  const booking = isCode(error, 'not_found') ? null : (currentData ?? null);
  // Before the driver has set out, the car's position may belong to another trip and is not tracked.
  const isTracked = booking !== null && isTrackedForDriver(booking.status) && !driverWaits(booking);
  const track = useTrack(bookingId, isTracked);

  const retry = useCallback(() => readBooking(bookingId), [bookingId]);
  return { booking, problem: error ?? null, ...track, retry, update };
}
