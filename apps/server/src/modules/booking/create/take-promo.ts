// The use of the promo that a booking was quoted with, taken with the booking itself.
import type { Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import type { BookingRecord } from '../booking.tables.ts';

/**
 * What was quoted is booked: a promo that takes another amount off by now still takes off what was shown, as a price
 * does whose tariff was changed. One that may not be used any more ends the booking. Throws `promo_not_found`,
 * `promo_expired`, `promo_used_up`, `promo_already_used`, `promo_below_min_order`.
 */
export async function takePromo(
  { promos }: Pick<BookingDeps, 'promos'>,
  tx: Tx,
  { id, customer, trip_cost, pricing, promo_details }: BookingRecord,
): Promise<void> {
  if (promo_details === null) return;
  await promos.takeUse(tx, {
    ...{ promo: promo_details.promo_key, booking: id, rider: customer },
    ...{ trip_cost, decimals: pricing.decimals },
  });
}
