// "The driver arrived at the pickup": stores the arrival time; the event notifies the rider.
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { decide, lockBooking, takeStep } from '../step/booking-step.ts';
import { placeOfStep, readDriverPlace } from '../step/driver-place.ts';
import { type ReportedStep, reportedStepTime } from '../step/reported-time.ts';
import type { BookingRecord } from '../store/booking.tables.ts';

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
      const at = reportedStepTime(deps, reportedAt, booking.driver_accept_time);
      const place = await placeOfStep(deps, tx, booking, { location, at });
      return takeStep(deps, tx, booking, { to, patch: { driver_arrive_time: at }, place, at });
    });
  };
}
