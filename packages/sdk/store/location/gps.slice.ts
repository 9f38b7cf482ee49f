// Slice of this device's position: gpsdata of the specification.
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { type AsyncState, failed, noError } from '../async-slice.ts';
import { isSignedOut } from '../auth.slice.ts';

export interface GpsLocation {
  readonly lat: number;
  readonly lng: number;
}
export type GpsState = AsyncState<{ readonly location: GpsLocation | null }>;

/** The device's position was requested, which can take a while. */
export const gpsAsked = createAction('gpsdata/gpsAsked');
export const updateGpsLocation = createAction<GpsLocation>('gpsdata/updateGpsLocation');
/** The device did not return a position, or access was denied; the payload is the key of a text. */
export const gpsFailed = createAction<string>('gpsdata/gpsFailed');

const initialState: GpsState = { location: null, loading: false, error: noError };

export function gpsReducer(state: GpsState = initialState, action: UnknownAction): GpsState {
  // The next user of this device must not see the previous user's position.
  if (isSignedOut(action)) return initialState;
  if (gpsAsked.match(action)) return { ...state, loading: true, error: noError };
  if (updateGpsLocation.match(action)) {
    const { lat, lng } = action.payload;
    return { location: { lat, lng }, loading: false, error: noError };
  }
  if (gpsFailed.match(action)) return { location: null, loading: false, error: failed(action.payload) };
  return state;
}
