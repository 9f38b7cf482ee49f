// "The car stands at the pickup": the arrival time is kept and the customer hears of it.
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingPolicy } from '../booking.policy.ts';
import type { BookingRecord } from '../booking.tables.ts';
import { decide, holdBooking, takeStep } from '../booking-step.ts';
import { placeOfStep } from './driver-place.ts';
import { type ToldByPhone, whenDone } from './when-done.ts';

export function createArriveBooking(deps: BookingDeps) {
  return (actor: Actor, id: string, { location, at: said }: ToldByPhone): Promise<BookingRecord> =>
    deps.withTx(async (tx) => {
      const { booking } = await holdBooking(tx, id, actor, bookingPolicy.arriveBooking);
      const to = decide(booking, 'arrive', 'driver');
      const at = whenDone(deps, said, booking.driver_accept_time);
      const place = await placeOfStep(deps, tx, booking, { location, at });
      return takeStep(deps, tx, booking, { to, patch: { driver_arrive_time: at }, place, at });
    });
}
