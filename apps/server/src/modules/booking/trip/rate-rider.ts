// "The driver rates the rider, or skips": once after the trip; changes the rider's mean, not the booking's status.
import { mayRateRider } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { publishChanged } from '../booking.events.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { lockBooking } from '../step/booking-step.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import type { RateInput } from './rate-driver.ts';

/** Throws `not_found`, and `transition_not_allowed` before the end of the trip, a week after it, or a second time. */
export function createRateRider(deps: BookingDeps) {
  const { withTx, clock, identity } = deps;
  return function rateRider(
    actor: Actor,
    id: string,
    { rating, comment }: RateInput,
  ): Promise<BookingRecord> {
    return withTx(async (tx) => {
      const { booking } = await lockBooking(tx, id, actor, bookingPolicy.rateRider);
      const now = clock.now();
      if (!mayRateRider(booking, now))
        throw new DomainError('transition_not_allowed', `rate_rider while ${booking.status}`);
      // Nothing is written about a deleted rider; the stars remain as part of the trip.
      const isCounted = rating !== null && (await identity.recordRating(tx, booking.customer, rating));
      const words = isCounted ? comment || null : null;
      const patch = { rider_rated_at: now, rider_rating: rating, rider_rating_comment: words };
      const rated = await bookingRepository(tx).changeFrom(id, booking.status, patch);
      if (!rated) throw new DomainError('transition_not_allowed');
      await publishChanged(tx, rated);
      return rated;
    });
  };
}
