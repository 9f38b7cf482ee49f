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
      const rated = rating === null ? {} : { rating, rating_comment: comment || null };
      const patch = { ...rated, completed_at: deps.clock.now() };
      const complete = await takeStep(deps, tx, booking, { to, patch });
      if (rating !== null && complete.driver) await deps.identity.recordRating(tx, complete.driver, rating);
      await removeJob(tx, `booking.complete:${id}`);
      return complete;
    });
  };
}
