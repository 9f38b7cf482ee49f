// "The driver declines": closes their offer; cancels the booking when no further round can have a candidate.
import { NO_DRIVER_REASON } from '@kerb/domain/booking';
import { ZERO } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { publishChanged, publishWithdrawn } from '../booking.events.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { decide, lockBooking } from '../step/booking-step.ts';
import { applyCancellation } from '../step/cancel-locked.ts';
import { offerRepository } from '../store/offer.repository.ts';

export function createDeclineBooking(deps: BookingDeps) {
  /** Candidates of another round; empty when the caller has no open offer. */
  async function findCandidates(id: string, driver: string): Promise<readonly string[]> {
    const request = await offerRepository(deps.db).find(id, driver);
    return request?.outcome === null ? deps.search.candidates(id) : [];
  }

  return async function declineBooking(actor: Actor, id: string): Promise<void> {
    // Outside the transaction: the search reads all cars of an area.
    const { autoDispatch } = await deps.settings.get();
    const candidates = autoDispatch ? await findCandidates(id, actor.uid) : [];
    await deps.withTx(async (tx) => {
      const { booking } = await lockBooking(tx, id, actor, bookingPolicy.declineBooking);
      const requests = offerRepository(tx);
      await requests.close(id, actor.uid, 'declined');
      const isLast = (await requests.open(id)).length === 0;
      // Drivers who decline concurrently were still candidates in each other's search.
      const declined = await requests.declinedBy(id);
      const hasOthers = candidates.some((candidate) => !declined.includes(candidate));
      // Until the time of a later booking, further rounds may find drivers who are not free or not near yet.
      const isEarly = autoDispatch && booking.book_later && deps.clock.now() < booking.tripdate;
      const to = decide(booking, 'decline', 'requested_driver', {
        lastRequestedDriver: isLast && !hasOthers && !isEarly,
      });
      await publishWithdrawn(tx, id, [actor.uid]);
      if (to === booking.status) return publishChanged(tx, booking);
      await applyCancellation(deps, tx, booking, { by: 'driver', reason: NO_DRIVER_REASON, fee: ZERO });
    });
  };
}
