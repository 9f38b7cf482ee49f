// Computes a driver's record of the last RECORD_DAYS days: how they answer offers, and how their accepted trips end.
// Pure functions.

export const RECORD_DAYS = 30;

export interface DrivingCounts {
  /**
   * Offers that the driver accepted, declined or let expire; a trip returned to dispatch before its pickup counts as
   * declined.
   */
  offers: number;
  accepted: number;
  /** Bookings that the driver accepted and that were not taken back. */
  trips: number;
  /** Number of these trips that the driver cancelled before arriving at the pickup. */
  cancelled: number;
  /** Number of these trips that the driver cancelled at the pickup because the rider did not come. */
  no_shows: number;
}

export interface DrivingRecord extends DrivingCounts {
  /** `accepted` of `offers`, 0 to 1; null without an offer. */
  acceptance: number | null;
  /** `cancelled` of `trips`, 0 to 1; null without a trip. No-shows are not the driver's cancellations. */
  cancellation: number | null;
}

/** Returns `part` ÷ `whole`, 0 to 1; null when `whole` is 0. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

export const drivingRecord = (counts: DrivingCounts): DrivingRecord => ({
  ...counts,
  acceptance: shareOf(counts.accepted, counts.offers),
  cancellation: shareOf(counts.cancelled, counts.trips),
});
