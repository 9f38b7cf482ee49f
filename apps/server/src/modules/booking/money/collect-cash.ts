// "The driver confirms the cash": the trip is PAID.
import { collectCash } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingPolicy } from '../booking.policy.ts';
import type { BookingRecord } from '../booking.tables.ts';
import { decide, holdBooking } from '../booking-step.ts';
import { type ToldByPhone, whenDone } from '../trip/when-done.ts';
import { becomePaid, paymentOf } from './settle-trip.ts';

export function createCollectCash(deps: BookingDeps) {
  return (actor: Actor, id: string, { at: said }: ToldByPhone = {}): Promise<BookingRecord> =>
    deps.withTx(async (tx) => {
      const { booking, viewer } = await holdBooking(tx, id, actor, bookingPolicy.collectBooking);
      decide(booking, 'collect', viewer);
      if (booking.payment_mode !== 'cash')
        throw new DomainError('transition_not_allowed', 'This trip is not paid in cash');
      // An admin acts at a desk: only a driver's phone may have been away.
      const at = whenDone(deps, viewer === 'driver' ? said : undefined, booking.trip_end_time);
      return becomePaid(deps, tx, booking, collectCash(paymentOf(booking)), at);
    });
}
