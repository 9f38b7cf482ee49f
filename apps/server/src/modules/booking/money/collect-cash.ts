// "The driver, or an admin for them, confirms the cash": the trip becomes PAID.
import { collectCash } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { decide, lockBooking } from '../step/booking-step.ts';
import { type ReportedStep, reportedStepTime } from '../step/reported-time.ts';
import { markPaid, paymentOf } from '../step/settle-trip.ts';
import type { BookingRecord } from '../store/booking.tables.ts';

export function createCollectCash(deps: BookingDeps) {
  return function confirmCash(
    actor: Actor,
    id: string,
    { at: reportedAt }: ReportedStep = {},
  ): Promise<BookingRecord> {
    return deps.withTx(async (tx) => {
      const { booking, viewer } = await lockBooking(tx, id, actor, bookingPolicy.collectBooking);
      decide(booking, 'collect', viewer);
      if (booking.payment_mode !== 'cash')
        throw new DomainError('transition_not_allowed', 'This trip is not paid in cash');
      // Only a driver's phone reports steps late, after being offline; an admin's action counts as of now.
      const at = reportedStepTime(deps, viewer === 'driver' ? reportedAt : undefined, booking.trip_end_time);
      return markPaid(deps, tx, booking, collectCash(paymentOf(booking)), at);
    });
  };
}
