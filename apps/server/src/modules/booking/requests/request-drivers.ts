// Offers of a booking to drivers (requestedDrivers): sent by the dispatcher or by an admin, and expired.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor, Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { publishChanged, publishWithdrawn } from '../booking.events.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { decide, lockBooking } from '../step/booking-step.ts';
import { assertAssignable, MANUAL_OFFER_MS, offerToDrivers } from '../step/offer-to-drivers.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { requestRepository } from '../store/request.repository.ts';

/** Called by the dispatcher. Throws `transition_not_allowed` for a booking that is no longer NEW. */
export function createRequestDrivers(deps: Pick<BookingDeps, 'clock'>) {
  return async function requestDrivers(
    tx: Tx,
    id: string,
    drivers: readonly string[],
    expiresAt: number,
  ): Promise<string[]> {
    const booking = await bookingRepository(tx).lock(id);
    if (booking?.status !== 'NEW') throw new DomainError('transition_not_allowed');
    return offerToDrivers(deps, tx, booking, drivers, { expiresAt });
  };
}

/** Closes the expired offers. Returns their drivers. */
export function createExpireRequests({ clock }: Pick<BookingDeps, 'clock'>) {
  return async function expireRequests(tx: Tx, id: string): Promise<string[]> {
    const booking = await bookingRepository(tx).lock(id);
    if (!booking) return [];
    const expired = await requestRepository(tx).expire(id, clock.now());
    await publishWithdrawn(tx, id, expired);
    if (expired.length > 0 && booking.status === 'NEW') await publishChanged(tx, booking);
    return expired;
  };
}

/**
 * "Assign driver": an admin offers the booking to one driver of its car type while autoDispatch is off. An offer that
 * is already open is extended without a second notification.
 */
export function createAssignDriver(deps: BookingDeps) {
  return async function assignDriver(
    actor: Actor,
    id: string,
    { driver }: { driver: string },
  ): Promise<BookingRecord> {
    const [{ autoDispatch }, candidate] = await Promise.all([
      deps.settings.get(),
      deps.fleet.driverOf(driver),
    ]);
    return deps.withTx(async (tx) => {
      const { booking } = await lockBooking(tx, id, actor, bookingPolicy.assignBooking);
      decide(booking, 'assign', 'admin', { autoDispatch });
      assertAssignable(candidate, booking.car_type, deps.clock.now());
      const now = deps.clock.now();
      const options = { expiresAt: now + MANUAL_OFFER_MS, byHand: true };
      const known = await requestRepository(tx).find(id, driver);
      if (known?.outcome === null && known.expires_at > now)
        await requestRepository(tx).offer(id, [driver], { now, ...options });
      else await offerToDrivers(deps, tx, booking, [driver], options);
      return booking;
    });
  };
}
