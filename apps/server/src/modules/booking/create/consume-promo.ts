// Consumes one use of the promo on a quote when the quote is booked.
import type { Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import type { BookingRecord } from '../store/booking.tables.ts';

/**
 * The discount of the quote stays even if the promo's rule has changed since. A promo that is no longer usable fails
 * the booking: throws `promo_not_found`, `promo_expired`, `promo_used_up`, `promo_already_used` or
 * `promo_below_min_order`.
 */
export async function consumePromo(
  { promos }: Pick<BookingDeps, 'promos'>,
  tx: Tx,
  { id, customer, trip_cost, pricing, promo_details }: BookingRecord,
): Promise<void> {
  if (promo_details === null) return;
  await promos.recordUse(tx, {
    promo: promo_details.promo_key,
    booking: id,
    rider: customer,
    trip_cost,
    decimals: pricing.decimals,
  });
}
