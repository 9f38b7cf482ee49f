// Ports of referrals that modules of higher tiers implement.
import type { PaidTrip } from './hold-bonus.ts';

/** Implemented by booking. */
export interface PaidTrips {
  /** The trip of a booking that is PAID and was driven; null for others. */
  paidTripOf(id: string): Promise<PaidTrip | null>;
}
