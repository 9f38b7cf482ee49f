// Use cases that return a booking to dispatch before its trip starts: by a driver who has not set out, by dispatch when
// the driver is late or silent, or by an admin who reassigns it.
import { waitsToSetOut } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor, Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { decide, lockBooking } from '../step/booking-step.ts';
import { giveBackLocked } from '../step/give-back.ts';
import { assertAssignable, offerToDriver } from '../step/offer-to-driver.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { laterBookingsRepository } from '../store/later-bookings.repository.ts';

type Deps = Pick<BookingDeps, 'withTx' | 'clock' | 'fleet'>;

/** Throws `transition_not_allowed` once the driver has set out. */
export function createGiveBackBooking(deps: Deps) {
  return function giveBackBooking(actor: Actor, id: string): Promise<void> {
    return deps.withTx(async (tx) => {
      const { booking } = await lockBooking(tx, id, actor, bookingPolicy.giveBackBooking);
      if (!waitsToSetOut(booking)) throw new DomainError('transition_not_allowed', 'The driver has set out');
      await giveBackLocked(deps, tx, booking, 'driver');
    });
  };
}

/**
 * "Reassign": an admin takes a booking whose trip has not started from the driver `from`, and offers it to the driver
 * `to` or leaves the search to dispatch. Throws `already_assigned` when another driver has it by now.
 */
export function createReassignBooking(deps: Deps & Pick<BookingDeps, 'settings'>) {
  return async function reassignBooking(
    actor: Actor,
    id: string,
    { from, to }: { from: string; to: string | null },
  ): Promise<BookingRecord> {
    const next = to === null ? null : await deps.fleet.driverOf(to);
    const settings = await deps.settings.get();
    return deps.withTx(async (tx) => {
      const { booking } = await lockBooking(tx, id, actor, bookingPolicy.reassignBooking);
      if (booking.driver !== null && booking.driver !== from) throw new DomainError('already_assigned');
      decide(booking, 'give_back', 'admin');
      if (to !== null && to === from) throw new DomainError('driver_not_eligible');
      if (to !== null) assertAssignable(next, booking.car_type, deps.clock.now());
      await giveBackLocked(deps, tx, booking, 'reassigned');
      const open = await bookingRepository(tx).lock(id);
      if (!open) throw new Error(`booking ${id} is gone`);
      if (to !== null) await offerToDriver(deps, tx, open, { driver: to, by: actor.uid, settings });
      return open;
    });
  };
}

/** Called by dispatch. False for a booking whose driver has set out. */
export function createGiveBackBySystem(deps: Deps) {
  return function giveBackBySystem(id: string): Promise<boolean> {
    return deps.withTx(async (tx) => {
      const booking = await bookingRepository(tx).lock(id);
      if (booking?.status !== 'ACCEPTED' || !waitsToSetOut(booking)) return false;
      await giveBackLocked(deps, tx, booking, 'late');
      return true;
    });
  };
}

/**
 * Called by dispatch when the phone of this driver went silent on the way to the pickup. False when the booking has
 * another driver or status by now.
 */
export function createGiveBackOfSilentDriver(deps: Deps) {
  return function giveBackOfSilentDriver(id: string, driver: string): Promise<boolean> {
    return deps.withTx(async (tx) => {
      const booking = await bookingRepository(tx).lock(id);
      if (booking?.driver !== driver || booking.status !== 'ACCEPTED' || waitsToSetOut(booking)) return false;
      await giveBackLocked(deps, tx, booking, 'silent');
      return true;
    });
  };
}

/**
 * Called by dispatch to return the follow-on trip of a driver who takes no more trips. Returns the booking's id; null
 * without one.
 */
export function createGiveBackOfDriver(deps: Deps) {
  return function giveBackOfDriver(driver: string): Promise<string | null> {
    return deps.withTx(async (tx) => {
      const booking = await bookingRepository(tx).lockFollowOnOf(driver);
      if (!booking) return null;
      await giveBackLocked(deps, tx, booking, 'late');
      return booking.id;
    });
  };
}

/**
 * Returns the later bookings that the driver accepted ahead to dispatch, in the caller's transaction, because they will
 * not drive any more.
 */
export function createGiveBackAheadOf(deps: Pick<Deps, 'clock' | 'fleet'>) {
  return async function giveBackAheadOf(tx: Tx, driver: string): Promise<void> {
    for (const booking of await laterBookingsRepository(tx).lockAheadOf(driver))
      await giveBackLocked(deps, tx, booking, 'late');
  };
}
