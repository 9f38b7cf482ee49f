// Charges an approved fare review: transfers its excess from the rider's wallet to the driver and the operator.
import { earningStatuses } from '@kerb/domain/booking';
import { add, DomainError } from '@kerb/domain/kernel';
import type { Tx } from '../../../kit/index.ts';
import type { ReviewCharge } from '../../wallet/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingRecord, FareReview } from '../store/booking.tables.ts';
import { fareReviewRepository } from '../store/fare-review.repository.ts';

type Deps = Pick<BookingDeps, 'wallet' | 'clock'>;

type Extra = Pick<FareReview, 'extra_share' | 'extra_fees' | 'extra_discount' | 'extra_payable'>;

/** The amounts of an approved review for its ledger posting. */
export const reviewChargeOf = (rider: string, driver: string, extra: Extra): ReviewCharge => ({
  rider,
  driver,
  driver_share: extra.extra_share,
  convenience_fees: extra.extra_fees,
  discount_amount: extra.extra_discount,
  amount: extra.extra_payable,
});

/** The amounts of a booking once its approved review is charged. */
export const amountsWithReview = (booking: BookingRecord, review: Extra & Pick<FareReview, 'metered'>) => ({
  trip_cost: review.metered,
  driver_share: add(booking.driver_share, review.extra_share),
  convenience_fees: add(booking.convenience_fees, review.extra_fees),
  discount_amount: add(booking.discount_amount, review.extra_discount),
  used_wallet_money: add(booking.used_wallet_money, review.extra_payable),
  customer_paid: add(booking.customer_paid, review.extra_payable),
});

/**
 * Charges the excess of an approved review once: the rider's wallet pays and may go below zero; the driver and the
 * operator get their shares. Does nothing before the trip is paid or a second time. The caller holds the row lock.
 */
export async function chargeApprovedReview(
  { wallet, clock }: Deps,
  tx: Tx,
  booking: BookingRecord,
): Promise<BookingRecord> {
  const isPaid = earningStatuses.some((status) => status === booking.status);
  if (booking.fare_review !== 'approved' || !isPaid || booking.driver === null) return booking;
  const reviews = fareReviewRepository(tx);
  const review = await reviews.find(booking.id);
  if (review === undefined || review.posted_at !== null) return booking;
  await reviews.markPosted(booking.id, clock.now());
  await wallet.chargeFareReview(tx, booking.id, reviewChargeOf(booking.customer, booking.driver, review));
  const changed = await bookingRepository(tx).changeFrom(booking.id, booking.status, {
    ...amountsWithReview(booking, review),
    breakdown: JSON.stringify(review.breakdown),
  });
  if (changed === undefined) throw new DomainError('transition_not_allowed');
  return changed;
}
