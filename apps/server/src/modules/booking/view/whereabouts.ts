// Where a trip went, for each viewer: after it the driver keeps the streets, not the doors, nor the way between them.
import type { BookingStatus, PaymentMode } from '@kerb/domain/booking';
import type { AddressedPoint } from '@kerb/domain/geo';
import { coarseAddress, coarsePlace, driverSeesDoors } from '@kerb/domain/safety';
import type { Viewer } from '../booking.policy.ts';
import type { BookingRecord } from '../booking.tables.ts';
import { coordsOf } from './record-parts.ts';

interface Stage {
  status: BookingStatus;
  payment_mode: PaymentMode;
}

/** Doors are on proof photos too. */
export const hidesDoors = ({ status, payment_mode }: Stage, viewer: Viewer): boolean =>
  viewer === 'driver' && !driverSeesDoors(status, payment_mode);

type Places = Pick<BookingRecord, 'pickup' | 'drop_point' | 'waypoints' | 'polyline'>;

/** The places and the route of a booking as the record names them. */
export function presentPlaces(booking: Places & Stage, viewer: Viewer) {
  const hidden = hidesDoors(booking, viewer);
  const shown = (place: AddressedPoint): AddressedPoint => (hidden ? coarsePlace(place) : place);
  const [pickup, drop] = [shown(booking.pickup), shown(booking.drop_point)];
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

/** An address in a list, which has no coordinates to call a place by: a dash where nothing but a number was in it. */
export const presentAddress = (add: string, stage: Stage, viewer: Viewer): string =>
  hidesDoors(stage, viewer) ? coarseAddress(add) || '–' : add;
