// "The driver arrived at the pickup": stores the arrival time; the event notifies the rider.
import type { Actor, Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { decide, lockBooking, takeStep } from '../step/booking-step.ts';
import { placeOfStep, readDriverPlace } from '../step/driver-place.ts';
import { type ReportedStep, reportedStepTime } from '../step/reported-time.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingRecord } from '../store/booking.tables.ts';

/**
 * The earliest time of the arrival, ms since the epoch. The driver of a follow-on trip was on the trip before until its
 * end, which their phone may have reported late: `set_out_at` is when the server received it.
 */
async function earliestArrival(tx: Tx, booking: BookingRecord): Promise<number | null> {
  if (booking.set_out_at === null) return booking.driver_accept_time;
  const ended = await bookingRepository(tx).endOfTripBefore(booking);
  return Math.max(booking.driver_accept_time ?? 0, ended ?? 0);
}

export function createArriveBooking(deps: BookingDeps) {
  return async function arriveBooking(
    actor: Actor,
    id: string,
    { location, at: reportedAt }: ReportedStep,
  ): Promise<BookingRecord> {
    await readDriverPlace(deps, actor.uid);
    return deps.withTx(async (tx) => {
      const { booking } = await lockBooking(tx, id, actor, bookingPolicy.arriveBooking);
      const to = decide(booking, 'arrive', 'driver');
      const at = reportedStepTime(deps, reportedAt, await earliestArrival(tx, booking));
      const place = await placeOfStep(deps, tx, booking, { location, at });
      return takeStep(deps, tx, booking, {
        to,
        patch: { driver_arrive_time: at },
        place,
        at,
        by: location && actor,
      });
    });
  };
}
