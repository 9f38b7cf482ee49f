// React hook for one booking on the rider's screen: the record, the car's position and the arrival time, updated by
// live messages.
import type { BookingView, Track } from '@kerb/contract';
import { driverWaits, isTrackedForDriver } from '@kerb/domain/booking';
import { ApiError } from '@kerb/sdk/client';
import type { TopicMessage } from '@kerb/sdk/live';
import {
  bookingLocationMoved,
  fetchBookingLocations,
  joinLocationSlices,
  stopLocationFetch,
} from '@kerb/sdk/store/location';
import { useCallback, useEffect, useState } from 'react';
import { createAnswerOrder } from '../../lib/answer-order.ts';
import { codeOf } from '../../lib/error-code.ts';
import { useLiveState, useLiveTopic } from '../../lib/live.ts';
import { client, store } from '../../lib/store.ts';
import type { Eta } from './arrival.ts';

joinLocationSlices(store);

export interface CarPosition {
  readonly lat: number;
  readonly lng: number;
  readonly heading: number | null;
  /** ms since the epoch, by the clock of the driver's phone. */
  readonly at: number;
}

export interface Trip {
  /** Null while loading, and once the user has lost access to it. */
  readonly booking: BookingView | null;
  readonly problem: unknown;
  readonly car: CarPosition | null;
  readonly eta: Eta | null;
  /** Encoded polyline of the route driven so far. */
  readonly trail: string;
  /** True while the car's position is unknown. */
  readonly isCarUnknown: boolean;
  readonly retry: () => void;
  /** Replaces the booking by the response of an action, so that the screen shows it at once. */
  readonly update: (booking: BookingView) => void;
}

interface TrackState {
  readonly car: CarPosition | null;
  readonly eta: Eta | null;
  readonly trail: string;
}

const noTrack: TrackState = { car: null, eta: null, trail: '' };

function trackStateOf(track: Track, receivedAt: number): TrackState {
  const { driver, ahead, trail } = track;
  return { car: driver, eta: ahead && { ...ahead, receivedAt }, trail };
}

/** Timeout of a request, after which the client retries it; a network error is retried here later. */
const readTimeoutMs = 8_000;
const readAgainMs = 5_000;
const isNetworkError = (problem: unknown) => problem instanceof ApiError && problem.status === 0;

export function useTrip(bookingId: string): Trip {
  const [booking, setBooking] = useState<BookingView | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [track, setTrack] = useState<TrackState>(noTrack);
  const [isCarUnknown, setCarUnknown] = useState(false);
  const [bookings] = useState(createAnswerOrder);
  const [tracks] = useState(createAnswerOrder);
  const live = useLiveState();

  const loadTrack = useCallback(async () => {
    const request = tracks.begin();
    try {
      const answer = await store.dispatch(fetchBookingLocations(bookingId)).unwrap();
      if (!tracks.take(request)) return;
      setTrack(trackStateOf(answer, Date.now()));
      setCarUnknown(answer.driver === null);
    } catch (error) {
      if (typeof error !== 'string') throw error;
      // No position is known yet: the car is shown with its first one.
      if (error === 'location_fetch_error' && tracks.take(request)) setCarUnknown(true);
    }
  }, [bookingId, tracks]);

  const load = useCallback(async () => {
    const request = bookings.begin();
    try {
      const options = { timeoutMs: readTimeoutMs };
      const answer = await client.getBooking({ params: { id: bookingId } }, options);
      if (!bookings.take(request)) return;
      setBooking(answer);
      setProblem(null);
    } catch (error) {
      if (bookings.isStale(request)) return;
      // The user has lost access, for instance a driver whose booking was reassigned.
      if (codeOf(error) === 'not_found' && bookings.take(request)) setBooking(null);
      setProblem(error);
    }
  }, [bookingId, bookings]);

  useEffect(() => {
    if (!isNetworkError(problem)) return;
    const timer = setTimeout(() => void load(), readAgainMs);
    return () => clearTimeout(timer);
  }, [problem, load]);

  const status = booking?.status;
  // Before the driver has set out, the car's position may belong to another trip and is not tracked.
  const isTracked = booking !== null && isTrackedForDriver(booking.status) && !driverWaits(booking);
  // Reload whenever the live connection changes state: the car has moved in the meantime.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a connection that is back has missed positions
  useEffect(() => {
    if (isTracked) void loadTrack();
  }, [isTracked, status, live, loadTrack]);

  // Reload after a reconnection: live events sent while disconnected are lost.
  useEffect(() => {
    if (live === 'open' || live === 'off') void load();
  }, [live, load]);
  useEffect(() => {
    void load();
    return () => {
      // Ignore running requests: they are for the previous booking.
      bookings.discardSent();
      tracks.discardSent();
      store.dispatch(stopLocationFetch());
    };
  }, [load, bookings, tracks]);

  useLiveTopic(`booking:${bookingId}`, (message: TopicMessage) => {
    switch (message.type) {
      case 'event':
        return void load();
      case 'position': {
        const { lat, lng, heading, at } = message;
        const car = { lat, lng, heading, at };
        store.dispatch(bookingLocationMoved({ booking: bookingId, coords: car }));
        setCarUnknown(false);
        return setTrack((before) => ({ ...before, car }));
      }
      case 'eta': {
        const { to, time_in_secs, distance_in_km, polyline } = message;
        const eta = { to, time_in_secs, distance_in_km, polyline, receivedAt: Date.now() };
        return setTrack((before) => ({ ...before, eta }));
      }
    }
  });

  // The response of an action is newer than any request that is still running.
  const update = useCallback(
    (answer: BookingView) => {
      bookings.discardSent();
      setBooking(answer);
    },
    [bookings],
  );
  return { booking, problem, ...track, isCarUnknown, retry: () => void load(), update };
}
