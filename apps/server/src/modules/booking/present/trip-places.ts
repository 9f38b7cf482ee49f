// Presents the places and route of a trip to each role: after the trip the driver sees rounded places and no route.
import type { BookingStatus, PaymentMode } from '@kerb/domain/booking';
import { type AddressedPoint, decodePolyline, encodePolyline, trimLine } from '@kerb/domain/geo';
import { driverSeesExactPlaces, roundedAddress, roundedPlace } from '@kerb/domain/safety';
import type { Viewer } from '../booking.policy.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { coordsOf } from './record-parts.ts';

interface Stage {
  status: BookingStatus;
  payment_mode: PaymentMode;
}

/** Whether exact places are hidden from the viewer; proof photos are hidden with them. */
export const hidesExactPlaces = ({ status, payment_mode }: Stage, viewer: Viewer): boolean =>
  viewer === 'driver' && !driverSeesExactPlaces(status, payment_mode);

type Places = Pick<BookingRecord, 'pickup' | 'drop_point' | 'waypoints' | 'polyline'>;

/** The places and the route of a booking, under their names in the API. */
export function presentPlaces(booking: Places & Stage, viewer: Viewer) {
  const hidden = hidesExactPlaces(booking, viewer);
  const shown = (place: AddressedPoint): AddressedPoint => (hidden ? roundedPlace(place) : place);
  const pickup = shown(booking.pickup);
  const drop = shown(booking.drop_point);
  return {
    pickup,
    drop,
    waypoints: booking.waypoints.map(shown),
    pickupAddress: pickup.add,
    dropAddress: drop.add,
    polyline: hidden ? '' : booking.polyline,
    coords: hidden ? [] : coordsOf(booking),
  };
}

/** An address in a list; a dash when nothing is left after removing the street number. */
export const presentAddress = (add: string, stage: Stage, viewer: Viewer): string =>
  hidesExactPlaces(stage, viewer) ? roundedAddress(add) || '–' : add;

/** Length cut from both ends of the driven line for a driver from whom exact places are hidden; km. */
const HIDDEN_END_KM = 0.2;

/** The driven route as an encoded polyline; empty before the trip has ended. */
export function presentDrivenLine(
  booking: Pick<BookingRecord, 'driven_line'> & Stage,
  viewer: Viewer,
): string {
  const line = booking.driven_line ?? '';
  if (line === '' || !hidesExactPlaces(booking, viewer)) return line;
  return encodePolyline(trimLine(decodePolyline(line), HIDDEN_END_KM), 5);
}
