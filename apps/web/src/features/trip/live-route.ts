// Which lines of a ride its rider sees on the map: an operator may choose not to show the route of a car under way.
import type { BookingView, PublicSettings } from '@kerb/contract';
import { isTrackedForDriver } from '@kerb/domain/booking';

export interface LinesOfRide {
  /** Encoded polylines (precision 5); null is no line. */
  readonly route: string | null;
  readonly ahead: string | null;
  /** The roads driven, once the trip has ended. */
  readonly driven: string | null;
}

const noLines: LinesOfRide = { route: null, ahead: null, driven: null };

/** With showLiveRoute off no line is drawn while a car drives it: pickup, drop and the car itself stay. */
export function linesOfRide(
  booking: Pick<BookingView, 'status' | 'polyline' | 'drivenLine'> | null,
  ahead: string | null,
  settings: Pick<PublicSettings, 'showLiveRoute'> | null,
): LinesOfRide {
  if (!booking) return noLines;
  if (settings?.showLiveRoute === false && isTrackedForDriver(booking.status)) return noLines;
  return { route: booking.polyline, ahead, driven: booking.drivenLine || null };
}
