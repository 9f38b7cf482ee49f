// Entry point of the position slices of cars and of this device, which join the store with the first screen that
// follows a trip.
import type { KerbStore } from '../index.ts';
import { joinSlices } from '../joined/join-slices.ts';
import { gpsReducer } from './gps.slice.ts';
import { locationReducer } from './location.slice.ts';

export { gpsAsked, gpsFailed, updateGpsLocation } from './gps.slice.ts';
export { bookingLocationMoved, fetchBookingLocations, stopLocationFetch } from './location.slice.ts';

/** Joins the slices to a running store without changing their state; calling it again has no effect. */
export function joinLocationSlices(store: KerbStore): void {
  if (store.getState().locationdata) return;
  joinSlices(store, { locationdata: locationReducer, gpsdata: gpsReducer });
}
