// Begins a later booking that its driver accepted before its search: from then on it occupies them like any other trip.
import { isAcceptedAhead } from '@kerb/domain/booking';
import { hasRunOut } from '@kerb/domain/fleet';
import type { BookingDeps } from '../booking.deps.ts';
import { setOut } from '../step/booking-step.ts';
import { giveBackLocked } from '../step/give-back.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import { driverFields } from './accept-booking.ts';

/**
 * `over`: it does not wait for its time any more; `early`: its search would not have begun; `waits`: the driver is on
 * another trip or off duty; `given_back`: the driver may not drive it any more, and dispatch searches for another one.
 */
export type BeginAhead = 'over' | 'early' | 'waits' | 'given_back' | 'begun';

/** Called by dispatch; idempotent. */
export function createBeginAhead({
  db,
  withTx,
  clock,
  identity,
  fleet,
}: Pick<BookingDeps, 'db' | 'withTx' | 'clock' | 'identity' | 'fleet'>) {
  return async function beginAhead(id: string): Promise<BeginAhead> {
    const uid = (await bookingRepository(db).find(id))?.driver ?? null;
    if (uid === null) return 'over';
    const person = await identity.userOf(uid);
    return withTx(async (tx) => {
      const bookings = bookingRepository(tx);
      const isApproved = await identity.lockApproved(tx, uid);
      const booking = await bookings.lock(id);
      if (booking?.driver !== uid || !isAcceptedAhead(booking)) return 'over';
      const now = clock.now();
      if (now < booking.dispatch_at) return 'early';
      const driver = await fleet.lockDriver(tx, uid);
      const mayDrive =
        isApproved && driver.carType === booking.car_type && !hasRunOut(driver.documentsValidUntil, now);
      if (!person || !mayDrive) {
        await giveBackLocked({ clock, fleet }, tx, booking, 'late');
        return 'given_back';
      }
      if (!driver.driverActiveStatus || (await bookings.activeTripOf(uid))) return 'waits';
      await fleet.setQueue(tx, uid, true);
      // The car may have other plates than at the acceptance.
      await setOut(tx, booking, { at: now, patch: driverFields(person, driver) });
      return 'begun';
    });
  };
}
