// Selects the lines of a ride that its rider sees on the map: operators can hide the route of a car that is driving.
import type { BookingView, PublicSettings } from '@kerb/contract';
import { isTrackedForDriver } from '@kerb/domain/booking';

export interface LinesOfRide {
  /** Encoded polylines (precision 5); null for no line. */
  readonly route: string | null;
  readonly ahead: string | null;
  /** The driven route, once the trip has ended. */
  readonly driven: string | null;
}

const noLines: LinesOfRide = { route: null, ahead: null, driven: null };

/** With showLiveRoute off, no line is drawn while a car is driving; pickup, destination and the car are shown. */
export function linesOfRide(
  booking: Pick<BookingView, 'status' | 'polyline' | 'drivenLine'> | null,
  ahead: string | null,
  settings: Pick<PublicSettings, 'showLiveRoute'> | null,
): LinesOfRide {
  if (!booking) return noLines;
  if (settings?.showLiveRoute === false && isTrackedForDriver(booking.status)) return noLines;
  return { route: booking.polyline, ahead, driven: booking.drivenLine || null };
}
