// Which lines of a ride its rider sees on the map: the operator may keep the way of a car under way to himself.
import type { BookingView, PublicSettings } from '@kerb/contract';
import { isTrackedForDriver } from '@kerb/domain/booking';

export interface LinesOfRide {
  /** Encoded polylines (precision 5); null is no line. */
  readonly route: string | null;
  readonly ahead: string | null;
}

/** With showLiveRoute off no way is drawn while a car drives it: pickup, drop and the car itself stay. */
export function linesOfRide(
  booking: Pick<BookingView, 'status' | 'polyline'> | null,
  ahead: string | null,
  settings: Pick<PublicSettings, 'showLiveRoute'> | null,
): LinesOfRide {
  if (!booking) return { route: null, ahead: null };
  if (settings?.showLiveRoute === false && isTrackedForDriver(booking.status))
    return { route: null, ahead: null };
  return { route: booking.polyline, ahead };
}
