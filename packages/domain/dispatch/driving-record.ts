// How a driver answers offers and what becomes of the trips they took. Pure; the counts are of the last RECORD_DAYS days.

export const RECORD_DAYS = 30;

export interface DrivingCounts {
  /** Offers that the driver accepted, declined or let expire; a trip given back before its pickup counts as declined. */
  offers: number;
  accepted: number;
  /** Bookings that the driver accepted and was not relieved of. */
  trips: number;
  /** Of these, cancelled by the driver before arriving at the pickup. */
  cancelled: number;
  /** Cancelled by the driver at the pickup, where the rider did not come. */
  no_shows: number;
}

export interface DrivingRecord extends DrivingCounts {
  /** `accepted` of `offers`, 0 to 1; null without an offer. */
  acceptance: number | null;
  /** `cancelled` of `trips`, 0 to 1; null without a trip. No-shows are not the driver's cancellations. */
  cancellation: number | null;
}

/** 0 to 1; null of nothing. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

export const drivingRecord = (counts: DrivingCounts): DrivingRecord => ({
  ...counts,
  acceptance: shareOf(counts.accepted, counts.offers),
  cancellation: shareOf(counts.cancelled, counts.trips),
});
