// "The driver refuses the task": he is asked no more; when he was the only one asked, the booking is cancelled.
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { tellChanged, tellWithdrawn } from '../booking.events.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { decide, holdBooking, takeStep } from '../booking-step.ts';
import { giveBackPrepayment } from '../money/give-back-prepayment.ts';
import { requestRepository } from './request.repository.ts';

export const NOBODY_LEFT_REASON = 'no driver took the booking';

export function createDeclineBooking(deps: BookingDeps) {
  return (actor: Actor, id: string): Promise<void> =>
    deps.withTx(async (tx) => {
      const { booking } = await holdBooking(tx, id, actor, bookingPolicy.declineBooking);
      const requests = requestRepository(tx);
      await requests.close(id, actor.uid, 'declined');
      const lastRequestedDriver = (await requests.open(id)).length === 0;
      const to = decide(booking, 'decline', 'requested_driver', { lastRequestedDriver });
      await tellWithdrawn(tx, id, [actor.uid]);
      if (to === booking.status) return tellChanged(tx, booking);
      await takeStep(deps, tx, booking, {
        to,
        patch: { cancelled_by: 'driver', reason: NOBODY_LEFT_REASON },
      });
      await giveBackPrepayment(deps, tx, booking, NOBODY_LEFT_REASON);
    });
}
