// The little that tracking keeps in memory of a booking under way.
import type { BookingStatus } from '@kerb/domain/booking';
import type { LatLng } from '@kerb/domain/geo';

export interface Trip {
  /** Id of the booking. */
  booking: string;
  status: BookingStatus;
  customer: string;
  driver: string | null;
  fleetadmin: string | null;
  pickup: LatLng;
  drop: LatLng;
  waypoints: readonly LatLng[];
}

/** Where the car is heading: to the pickup once accepted, to the drop once started, otherwise nowhere. */
export function headingTo(status: BookingStatus): 'pickup' | 'drop' | null {
  switch (status) {
    case 'ACCEPTED':
      return 'pickup';
    case 'STARTED':
      return 'drop';
    case 'PAYMENT_PENDING':
    case 'NEW':
    case 'ARRIVED':
    case 'REACHED':
    case 'PENDING':
    case 'PAID':
    case 'COMPLETE':
    case 'CANCELLED':
      return null;
  }
}
