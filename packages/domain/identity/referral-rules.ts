// Which trip brings an invitation's bonus, and when it is paid out.
import { MS_PER_DAY } from '../kernel/index.ts';

/** A trip shorter than either of these is no real trip. */
export const realTrip = { km: 1, seconds: 180 } as const;

/** Between the trip and the payment of its bonus: time to notice what is wrong with it. */
export const REFERRAL_HOLD_MS = MS_PER_DAY;

/** What decides about the bonus of a paid trip. */
export interface ReferralTrip {
  /** uid; null for a booking that no driver took. */
  driver: string | null;
  /** As driven; null before the drop-off. */
  distanceKm: number | null;
  /** From start to drop-off; null before the drop-off. */
  seconds: number | null;
  /** An admin asked the driver, and not dispatch. */
  byHand: boolean;
}

/** True for a trip of at least 1 km and 3 minutes with a driver that dispatch chose and who is not the referrer. */
export function countsForReferral(trip: ReferralTrip, referrer: string | null): boolean {
  if (trip.driver === null || trip.byHand || trip.driver === referrer) return false;
  return (trip.distanceKm ?? 0) >= realTrip.km && (trip.seconds ?? 0) >= realTrip.seconds;
}
