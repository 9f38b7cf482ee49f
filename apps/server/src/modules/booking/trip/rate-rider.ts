// "The driver rates the rider, or skips": once after the trip; the rider's mean changes, the booking's status does not.
import { mayRateRider } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { tellChanged } from '../booking.events.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { bookingRepository } from '../booking.repository.ts';
import type { BookingRecord } from '../booking.tables.ts';
import { holdBooking } from '../booking-step.ts';
import type { RateInput } from './rate-driver.ts';

/** Throws `not_found`, and `transition_not_allowed` before the trip is over, a week after it, and the second time. */
export function createRateRider(deps: BookingDeps) {
  const { withTx, clock, identity } = deps;
  return (actor: Actor, id: string, { rating, comment }: RateInput): Promise<BookingRecord> =>
    withTx(async (tx) => {
      const { booking } = await holdBooking(tx, id, actor, bookingPolicy.rateRider);
      const now = clock.now();
      if (!mayRateRider(booking, now))
        throw new DomainError('transition_not_allowed', `rate_rider while ${booking.status}`);
      const words = rating === null ? null : comment || null;
      const patch = { rider_rated_at: now, rider_rating: rating, rider_rating_comment: words };
      const rated = await bookingRepository(tx).changeFrom(id, booking.status, patch);
      if (!rated) throw new DomainError('transition_not_allowed');
      if (rating !== null) await identity.recordRating(tx, booking.customer, rating);
      await tellChanged(tx, rated);
      return rated;
    });
}
