// Puts the places and the car type of an earlier booking into the booking form, so that it can be booked again.
import type { BookingView } from '@kerb/contract';
import {
  clearBooking,
  clearEstimate,
  type KerbDispatch,
  updateTripCar,
  updateTripDrop,
  updateTripPickup,
  updateTripWaypoints,
  updateTripWhen,
} from '@kerb/sdk/store';

export type EarlierTrip = Pick<BookingView, 'pickup' | 'drop' | 'waypoints' | 'carType'>;

/**
 * The form requests a new estimate, because the price may have changed. `bookLater`: the form shows the field for a
 * pickup time.
 */
export function fillBookingForm(dispatch: KerbDispatch, trip: EarlierTrip, bookLater: boolean): void {
  dispatch(clearEstimate());
  dispatch(clearBooking());
  dispatch(updateTripPickup(trip.pickup));
  dispatch(updateTripWaypoints(trip.waypoints));
  dispatch(updateTripDrop(trip.drop));
  dispatch(updateTripCar(trip.carType));
  dispatch(updateTripWhen({ bookLater, tripdate: null }));
}
