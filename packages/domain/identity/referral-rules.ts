// Decides which trip earns the bonus of an invitation, and when it is paid.
import { MS_PER_DAY } from '../kernel/index.ts';

/** Minimum distance and duration; shorter trips earn no bonus. */
export const realTrip = { km: 1, seconds: 180 } as const;

/** Time between the trip and the payment of its bonus, in which admins can notice abuse. */
export const REFERRAL_HOLD_MS = MS_PER_DAY;

/** Facts about a paid trip that decide about the bonus. */
export interface ReferralTrip {
  /** Uid of the driver; null for a booking that no driver accepted. */
  driver: string | null;
  /** Driven distance; null before the drop-off. */
  distanceKm: number | null;
  /** Seconds from start to drop-off; null before the drop-off. */
  seconds: number | null;
  /** True when an admin chose the driver instead of dispatch. */
  byHand: boolean;
}

/**
 * Returns true for a trip of at least 1 km and 3 minutes whose driver was chosen by dispatch and is not the referrer.
 */
export function countsForReferral(trip: ReferralTrip, referrer: string | null): boolean {
  if (trip.driver === null || trip.byHand || trip.driver === referrer) return false;
  return (trip.distanceKm ?? 0) >= realTrip.km && (trip.seconds ?? 0) >= realTrip.seconds;
}
