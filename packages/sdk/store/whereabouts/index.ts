// The slices of where cars and this device are: they join the store with the first screen that follows a trip.
import type { KerbStore } from '../index.ts';
import { joinSlices } from '../joined/join-slices.ts';
import { gpsReducer } from './gps.slice.ts';
import { locationReducer } from './location.slice.ts';

export { gpsAsked, gpsFailed, updateGpsLocation } from './gps.slice.ts';
export { bookingLocationMoved, fetchBookingLocations, stopLocationFetch } from './location.slice.ts';

/** Joins the slices to a running store; what they hold stays. Doing it again changes nothing. */
export function joinWhereaboutsSlices(store: KerbStore): void {
  if (store.getState().locationdata) return;
  joinSlices(store, { locationdata: locationReducer, gpsdata: gpsReducer });
}
