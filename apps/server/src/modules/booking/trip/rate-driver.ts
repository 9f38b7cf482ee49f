// "The rider rates, or skips": completes the booking and adds the rating to the driver's mean.
import type { Actor } from '../../../kit/index.ts';
import { removeJob } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { decide, lockBooking, takeStep } from '../step/booking-step.ts';
import type { BookingRecord } from '../store/booking.tables.ts';

export interface RateInput {
  /** One to five stars; null skips. */
  rating: number | null;
  comment?: string | undefined;
}

export function createRateDriver(deps: BookingDeps) {
  return function rateDriver(
    actor: Actor,
    id: string,
    { rating, comment }: RateInput,
  ): Promise<BookingRecord> {
    return deps.withTx(async (tx) => {
      const { booking } = await lockBooking(tx, id, actor, bookingPolicy.rateBooking);
      const to = decide(booking, rating === null ? 'skip_rating' : 'rate', 'rider');
      // Nothing is written about a deleted driver; the stars remain as part of the trip.
      const isCounted =
        rating !== null &&
        booking.driver !== null &&
        (await deps.identity.recordRating(tx, booking.driver, rating));
      const rated = rating === null ? {} : { rating, rating_comment: (isCounted && comment) || null };
      const patch = { ...rated, completed_at: deps.clock.now() };
      const complete = await takeStep(deps, tx, booking, { to, patch });
      await removeJob(tx, `booking.complete:${id}`);
      return complete;
    });
  };
}
