// Computes when a driver whose phone sends no positions is warned, and when the booking returns to dispatch.
import { distanceKm, type LatLng } from '../geo/index.ts';
import { MS_PER_SECOND } from '../kernel/index.ts';

/** A driver last seen within this distance of the pickup may be waiting there in a place without a network. */
const NEAR_KM = 0.5;
const NEAR_FACTOR = 2;
/** Share of the time after which the driver is warned. */
const WARN_SHARE = 0.5;

/** Moments in ms since the epoch. */
export interface AcceptedTrip {
  /**
   * When the search for a driver started or will start. A driver who accepted days ahead need not send positions before
   * that.
   */
  dispatch_at: number;
  driver_accept_time: number | null;
  /** When the driver finished the previous trip. */
  set_out_at: number | null;
  pickup: LatLng;
}

/**
 * Last position of the driver, or null. `seenAt`: when the server received it, or when the server started if that is
 * later.
 */
export interface LastSeen {
  seenAt: number;
  place: LatLng | null;
}

/** Moments in ms since the epoch. */
export interface SilenceLimits {
  /** When the driver is warned. */
  warnAt: number;
  searchAgainAt: number;
}

/** `silentSecs` is settings.silentDriverSeconds; near the pickup, it is doubled. */
export function silenceLimits(
  trip: AcceptedTrip,
  { seenAt, place }: LastSeen,
  silentSecs: number,
): SilenceLimits {
  const since = Math.max(trip.dispatch_at, trip.driver_accept_time ?? 0, trip.set_out_at ?? 0, seenAt);
  const isNear = place !== null && distanceKm(place, trip.pickup) <= NEAR_KM;
  const silentMs = silentSecs * (isNear ? NEAR_FACTOR : 1) * MS_PER_SECOND;
  return { warnAt: since + silentMs * WARN_SHARE, searchAgainAt: since + silentMs };
}
