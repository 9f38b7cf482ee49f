// Where this device is: gpsdata of the specification.
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { type AsyncState, failed, noError } from '../async-slice.ts';
import { isSignedOut } from '../auth.slice.ts';

export interface GpsLocation {
  readonly lat: number;
  readonly lng: number;
}
export type GpsState = AsyncState<{ readonly location: GpsLocation | null }>;

/** The device is asked; it may take its time. */
export const gpsAsked = createAction('gpsdata/gpsAsked');
export const updateGpsLocation = createAction<GpsLocation>('gpsdata/updateGpsLocation');
/** The device does not say, or may not; the payload is a language key. */
export const gpsFailed = createAction<string>('gpsdata/gpsFailed');

const initialState: GpsState = { location: null, loading: false, error: noError };

export function gpsReducer(state: GpsState = initialState, action: UnknownAction): GpsState {
  // The next person at this device is not shown where the last one was.
  if (isSignedOut(action)) return initialState;
  if (gpsAsked.match(action)) return { ...state, loading: true, error: noError };
  if (updateGpsLocation.match(action)) {
    const { lat, lng } = action.payload;
    return { location: { lat, lng }, loading: false, error: noError };
  }
  if (gpsFailed.match(action)) return { location: null, loading: false, error: failed(action.payload) };
  return state;
}
