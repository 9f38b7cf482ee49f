// Where a booking's car is: locationdata of the specification, read once and then moved by the live positions.
import type { RouteAnswer, Routes } from '@kerb/contract';
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { type AsyncState, failed, noError } from '../async-slice.ts';
import { isSignedOut } from '../auth.slice.ts';
import { createCall } from '../thunk.ts';

type Track = RouteAnswer<Routes['trackBooking']>;
type CarPosition = NonNullable<Track['driver']>;

interface LocationData {
  /** Whose car this is; null until one is asked for. */
  readonly booking: string | null;
  /** Null while the car's position is unknown. */
  readonly coords: CarPosition | null;
  /** Of the reading under way: an answer overtaken by a later question is dropped. */
  readonly request: string | null;
}
export type LocationState = AsyncState<LocationData>;

/** The whole track of a booking; rejects with `location_fetch_error` while no position is known. */
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
  // §8: stored when the location is missing or empty.
  const error = driver === null ? failed('location_fetch_error') : noError;
  return { ...state, coords: driver, loading: false, error };
}
