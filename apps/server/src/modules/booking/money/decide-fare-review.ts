// "An admin decides on a fare above the tolerance": charges the excess to the rider's wallet, or waives it.
import { DomainError } from '@kerb/domain/kernel';
import { type Actor, recordSecurity, type Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { publishChanged, publishFareReview } from '../booking.events.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { lockBooking } from '../step/booking-step.ts';
import { chargeApprovedReview } from '../step/charge-fare-review.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { fareReviewRepository } from '../store/fare-review.repository.ts';

export interface FareReviewDecision {
  decision: 'approve' | 'waive';
  note: string;
}

/** Throws `not_found` for a booking without a review, `already_processed` for a decided one. */
export function createDecideFareReview(deps: BookingDeps) {
  const { withTx, clock } = deps;

  async function decide(
    tx: Tx,
    actor: Actor,
    booking: BookingRecord,
    { decision, note }: FareReviewDecision,
  ): Promise<BookingRecord> {
    const reviews = fareReviewRepository(tx);
    if (booking.fare_review === null) throw new DomainError('not_found');
    const status = decision === 'approve' ? 'approved' : 'waived';
    const decided = await reviews.decide(booking.id, {
      status,
      decided_at: clock.now(),
      decided_by: actor.uid,
      note,
    });
    if (decided === undefined) throw new DomainError('already_processed');
    const marked = await bookingRepository(tx).changeFrom(booking.id, booking.status, {
      fare_review: status,
    });
    if (marked === undefined) throw new DomainError('transition_not_allowed');
    const charged = await chargeApprovedReview(deps, tx, marked);
    const amount = decided.extra_payable;
    recordSecurity(tx, { event: 'fare_review_decided', booking: booking.id, decision: status, amount });
    await publishChanged(tx, charged);
    await publishFareReview(tx, charged, 'decided');
    return charged;
  }

  return async function decideFareReview(
    actor: Actor,
    id: string,
    decision: FareReviewDecision,
  ): Promise<BookingRecord> {
    return withTx(async (tx) => {
      const { booking } = await lockBooking(tx, id, actor, bookingPolicy.decideFareReview);
      return decide(tx, actor, booking, decision);
    });
  };
}
