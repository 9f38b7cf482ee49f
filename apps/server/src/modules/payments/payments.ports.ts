// Ports of payments that modules of higher tiers implement.
import type { Minor } from '@kerb/domain/kernel';

/** The amount that a booking's rider owes by card. */
export interface BookingOrder {
  booking: string;
  amount: Minor;
  decimals: number;
  /** The booking's reference, as shown to users. */
  reference: string;
}

/** Implemented by booking. */
export interface BookingOrders {
  /**
   * The amount owed by card for a booking of this rider; null for another rider's booking. Throws `already_paid`, and
   * `transition_not_allowed` while nothing is owed by card.
   */
  orderOf(booking: string, rider: string): Promise<BookingOrder | null>;
}
