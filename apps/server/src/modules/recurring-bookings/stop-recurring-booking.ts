// Stops a recurring booking, and cancels its future bookings on request.
import type { RouteAnswer, routes } from '@kerb/contract';
import { RECURRING_STOPPED_REASON } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import { dayAt } from '@kerb/domain/recurring-bookings';
import type { Actor } from '../../kit/index.ts';
import { cancelBooked } from './cancel-booked.ts';
import type { RecurringBookingsDeps } from './recurring-bookings.deps.ts';
import { publishRecurringChanged } from './recurring-bookings.events.ts';
import { recurringBookingsPolicy } from './recurring-bookings.policy.ts';
import { recurringBookingsRepository } from './recurring-bookings.repository.ts';
import { createViewRecurring } from './view-recurring-bookings.ts';

type Stopped = RouteAnswer<(typeof routes)['stopRecurringBooking']>;

export function createStopRecurringBooking(deps: RecurringBookingsDeps) {
  const { db, withTx, clock, settings, booking } = deps;
  const view = createViewRecurring(deps);

  /** Cancels each booking in its own transaction, so that one that cannot be cancelled does not prevent the others. */
  async function cancelLater(actor: Actor, id: string): Promise<Omit<Stopped, 'recurringBooking'>> {
    const now = clock.now();
    const current = await settings.get();
    const days = await recurringBookingsRepository(db).daysOf([id], dayAt(now, current.timezone));
    const booked = await booking.findEach(days.flatMap((day) => day.booking ?? []));
    const notCancelled: Stopped['notCancelled'] = [];
    let cancelled = 0;
    for (const { id: one, reference, tripdate } of booked) {
      if (tripdate <= now) continue;
      try {
        const given = { booking: one, reason: RECURRING_STOPPED_REASON, settings: current };
        if (await withTx((tx) => cancelBooked(deps, tx, actor, given))) cancelled += 1;
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        const day = days.find((row) => row.booking === one)?.day ?? dayAt(tripdate, current.timezone);
        notCancelled.push({ day, booking: one, reference, problem: error.code });
      }
    }
    return { cancelled, notCancelled };
  }

  return async function stopRecurringBooking(
    actor: Actor,
    id: string,
    wish: { cancelBooked: boolean },
  ): Promise<Stopped> {
    recurringBookingsPolicy.stop(actor);
    await withTx(async (tx) => {
      const recurring = recurringBookingsRepository(tx);
      const row = await recurring.lock(id);
      if (row === null) throw new DomainError('not_found');
      if (row.stopped_at !== null) return;
      await recurring.stop(id, clock.now(), actor.uid);
      await publishRecurringChanged(tx, id);
    });
    const outcome = wish.cancelBooked ? await cancelLater(actor, id) : { cancelled: 0, notCancelled: [] };
    const recurringBooking = await view.one(await recurringBookingsRepository(db).find(id));
    return { recurringBooking, ...outcome };
  };
}
