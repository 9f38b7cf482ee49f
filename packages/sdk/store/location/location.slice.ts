// Slice of the position of a booking's car: locationdata of the specification, fetched once and then updated by live
// positions.
import type { RouteAnswer, Routes } from '@kerb/contract';
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { type AsyncState, failed, noError } from '../async-slice.ts';
import { isSignedOut } from '../auth.slice.ts';
import { createCall } from '../thunk.ts';

type Track = RouteAnswer<Routes['trackBooking']>;
type CarPosition = NonNullable<Track['driver']>;

interface LocationData {
  /** Booking whose car this is; null before the first fetch. */
  readonly booking: string | null;
  /** Null while the car's position is unknown. */
  readonly coords: CarPosition | null;
  /** Id of the request in progress; the response of an older request is dropped. */
  readonly request: string | null;
}
export type LocationState = AsyncState<LocationData>;

/** Fetches the track of a booking; the slice has the error `location_fetch_error` while no position is known. */
export const fetchBookingLocations = createCall(
  'locationdata/fetchBookingLocations',
  (client, booking: string): Promise<Track> => client.trackBooking({ params: { id: booking } }),
);
export const bookingLocationMoved = createAction<{ booking: string; coords: CarPosition }>(
  'locationdata/bookingLocationMoved',
);
/** Specification §4: stopping the location fetch resets the slice. */
export const stopLocationFetch = createAction('locationdata/stopLocationFetch');

const initialState: LocationState = {
  booking: null,
  coords: null,
  request: null,
  loading: false,
  error: noError,
};

export function locationReducer(state: LocationState = initialState, action: UnknownAction): LocationState {
  if (isSignedOut(action) || stopLocationFetch.match(action)) return initialState;
  if (bookingLocationMoved.match(action)) {
    const { booking, coords } = action.payload;
    return booking === state.booking ? { ...state, coords, error: noError } : state;
  }
  if (fetchBookingLocations.pending.match(action)) {
    const booking = action.meta.arg;
    const coords = booking === state.booking ? state.coords : null;
    return { booking, coords, request: action.meta.requestId, loading: true, error: noError };
  }
  const isAnswer =
    fetchBookingLocations.fulfilled.match(action) || fetchBookingLocations.rejected.match(action);
  if (!isAnswer || action.meta.requestId !== state.request) return state;
  if (fetchBookingLocations.rejected.match(action))
    return { ...state, coords: null, loading: false, error: failed(action.payload) };
  const { driver } = action.payload;
  // §8: this error is stored when the location is missing or empty.
  const error = driver === null ? failed('location_fetch_error') : noError;
  return { ...state, coords: driver, loading: false, error };
}
