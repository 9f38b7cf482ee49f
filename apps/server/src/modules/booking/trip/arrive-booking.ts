// "The car stands at the pickup": the arrival time is kept and the customer hears of it.
import type { LatLng } from '@kerb/domain/geo';
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingPolicy } from '../booking.policy.ts';
import type { BookingRecord } from '../booking.tables.ts';
import { decide, holdBooking, takeStep } from '../booking-step.ts';
import { placeOfDriver } from './driver-place.ts';

export function createArriveBooking(deps: BookingDeps) {
  return (
    actor: Actor,
    id: string,
    { location }: { location?: LatLng | undefined },
  ): Promise<BookingRecord> =>
    deps.withTx(async (tx) => {
      const { booking } = await holdBooking(tx, id, actor, bookingPolicy.arriveBooking);
      const to = decide(booking, 'arrive', 'driver');
      return takeStep(deps, tx, booking, {
        to,
        patch: { driver_arrive_time: deps.clock.now() },
        place: placeOfDriver(deps, actor.uid, location, {
          ...booking.pickup,
          at: booking.driver_accept_time ?? 0,
        }),
      });
    });
}
