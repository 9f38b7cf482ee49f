// "Assign driver": an admin offers a booking to one driver.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { decide, lockBooking } from '../step/booking-step.ts';
import { assertAssignable, offerToDriver } from '../step/offer-to-driver.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { offerRepository } from '../store/offer.repository.ts';

/**
 * Offers the booking to one driver of its car type while autoDispatch is off. An open offer
 * is extended without a second notification. Throws `already_assigned` when the request demands it and an admin has
 * offered the booking to another driver.
 */
export function createAssignDriver(deps: BookingDeps) {
  return async function assignDriver(
    actor: Actor,
    id: string,
    { driver, unlessOffered }: { driver: string; unlessOffered: boolean },
  ): Promise<BookingRecord> {
    const [settings, candidate] = await Promise.all([deps.settings.get(), deps.fleet.driverOf(driver)]);
    return deps.withTx(async (tx) => {
      const { booking } = await lockBooking(tx, id, actor, bookingPolicy.assignBooking);
      decide(booking, 'assign', 'admin', { autoDispatch: settings.autoDispatch });
      assertAssignable(candidate, booking.car_type, deps.clock.now());
      const now = deps.clock.now();
      const offers = offerRepository(tx);
      if (unlessOffered && (await offers.isOfferedByHand(id, driver, now)))
        throw new DomainError('already_assigned');
      const known = await offers.find(id, driver);
      const isKnown = known?.outcome === null && known.expires_at > now;
      await offerToDriver(deps, tx, booking, { driver, by: actor.uid, settings, isKnown });
      return booking;
    });
  };
}
