// The fields of a trip under way that tracking caches in memory.
import { type BookingStatus, waitsToSetOut } from '@kerb/domain/booking';
import { decodePolyline, type LatLng, type StopArea, stopAreas } from '@kerb/domain/geo';
import type { TrackedBooking } from './tracking.deps.ts';

export interface Trip {
  booking: string;
  driver: string | null;
  status: BookingStatus;
  /** The driver has not set out: they finish another trip first, or the trip is later. */
  isWaiting: boolean;
  pickup: LatLng;
  drop: LatLng;
  /** In the order of the visits. */
  stops: readonly StopArea[];
}

export const tripOf = (booking: TrackedBooking): Trip => ({
  booking: booking.id,
  driver: booking.driver,
  status: booking.status,
  isWaiting: waitsToSetOut(booking),
  pickup: booking.pickup,
  drop: booking.drop_point,
  stops: booking.waypoints.length === 0 ? [] : stopAreas(booking.waypoints, decodePolyline(booking.polyline)),
});

/** The car's destination: the pickup once accepted, the drop once started, otherwise null. */
export function headingTo({
  status,
  isWaiting,
}: Pick<Trip, 'status' | 'isWaiting'>): 'pickup' | 'drop' | null {
  if (isWaiting) return null;
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
