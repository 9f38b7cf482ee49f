// When a booking goes back to dispatch because the phone of its driver sends no position.
import { MS_PER_SECOND } from '../kernel/index.ts';

/** Moments in ms since the epoch. */
export interface AcceptedTrip {
  /** When the search for a driver started or will start: a driver who accepted days ahead need not send a position yet. */
  dispatch_at: number;
  driver_accept_time: number | null;
  /** When the driver finished the trip before it. */
  set_out_at: number | null;
}

/** ms since the epoch. `seenAt`: the last position of the driver; `silentSecs`: settings.silentDriverSeconds. */
export const searchAgainAt = (trip: AcceptedTrip, seenAt: number, silentSecs: number): number =>
  Math.max(trip.dispatch_at, trip.driver_accept_time ?? 0, trip.set_out_at ?? 0, seenAt) +
  silentSecs * MS_PER_SECOND;
