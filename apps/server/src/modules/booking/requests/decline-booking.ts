// "The driver refuses the task": he is asked no more; when he was the only one asked, the booking is cancelled.
import { ZERO } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { tellChanged, tellWithdrawn } from '../booking.events.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { decide, holdBooking } from '../booking-step.ts';
import { carryOutCancellation } from '../cancel/cancel-booking.ts';
import { requestRepository } from './request.repository.ts';

export const NOBODY_LEFT_REASON = 'no driver took the booking';

/** Drivers who are asked one after another are all asked for: the next one's turn comes, and the search has its own end. */
const asksOneByOne = ({ autoDispatch, dispatchPolicy }: Settings): boolean =>
  autoDispatch && dispatchPolicy === 'nearest';

export function createDeclineBooking(deps: BookingDeps) {
  return async (actor: Actor, id: string): Promise<void> => {
    const settings = await deps.settings.get();
    await deps.withTx(async (tx) => {
      const { booking } = await holdBooking(tx, id, actor, bookingPolicy.declineBooking);
      const requests = requestRepository(tx);
      await requests.close(id, actor.uid, 'declined');
      const isLast = (await requests.open(id)).length === 0;
      const to = decide(booking, 'decline', 'requested_driver', {
        lastRequestedDriver: isLast && !asksOneByOne(settings),
      });
      await tellWithdrawn(tx, id, [actor.uid]);
      if (to === booking.status) return tellChanged(tx, booking);
      await carryOutCancellation(deps, tx, booking, { by: 'driver', reason: NOBODY_LEFT_REASON, fee: ZERO });
    });
  };
}
