// Presents a fare review to every role that may see the booking.
import type { FareReviewView } from '@kerb/contract';
import { type Minor, toMajor } from '@kerb/domain/kernel';
import type { FareReview } from '../store/booking.tables.ts';

export function presentFareReview(review: FareReview, decimals: number): FareReviewView {
  const major = (amount: Minor): number => toMajor(amount, decimals);
  return {
    status: review.status,
    reason: review.reason,
    quoted: major(review.quoted),
    collected: major(review.collected),
    metered: major(review.metered),
    extra: major(review.extra_payable),
    extraShare: major(review.extra_share),
    openedAt: review.opened_at,
    decidedAt: review.decided_at,
    note: review.note,
  };
}
