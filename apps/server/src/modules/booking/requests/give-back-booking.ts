// "The driver gives a follow-on trip back", and dispatch takes a booking back whose driver is late or silent.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { publishChanged } from '../booking.events.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { lockBooking } from '../step/booking-step.ts';
import { giveBackLocked } from '../step/give-back.ts';
import { bookingRepository } from '../store/booking.repository.ts';

type Deps = Pick<BookingDeps, 'withTx' | 'clock' | 'fleet'>;

/** Throws `transition_not_allowed` once the trip before it has ended. */
export function createGiveBackBooking(deps: Deps) {
  return function giveBackBooking(actor: Actor, id: string): Promise<void> {
    return deps.withTx(async (tx) => {
      const { booking } = await lockBooking(tx, id, actor, bookingPolicy.giveBackBooking);
      if (booking.follows === null) throw new DomainError('transition_not_allowed', 'Not a follow-on trip');
      await giveBackLocked(deps, tx, booking, 'driver');
    });
  };
}

/** Called by the dispatcher. False for a booking that is no follow-on trip any more. */
export function createGiveBackBySystem(deps: Deps) {
  return function giveBackBySystem(id: string): Promise<boolean> {
    return deps.withTx(async (tx) => {
      const booking = await bookingRepository(tx).lock(id);
      if (!booking || booking.follows === null) return false;
      await giveBackLocked(deps, tx, booking, 'late');
      return true;
    });
  };
}

/**
 * Called by the dispatcher when the phone of this driver went silent on the way to the pickup. False when the booking
 * is not theirs any more or has gone on.
 */
export function createGiveBackOfSilentDriver(deps: Deps) {
  return function giveBackOfSilentDriver(id: string, driver: string): Promise<boolean> {
    return deps.withTx(async (tx) => {
      const booking = await bookingRepository(tx).lock(id);
      if (booking?.driver !== driver || booking.status !== 'ACCEPTED' || booking.follows !== null)
        return false;
      await giveBackLocked(deps, tx, booking, 'silent');
      return true;
    });
  };
}

/** Called by the dispatcher: the follow-on trip of a driver who takes no more trips. Returns the booking, if there was one. */
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

/** Called by the dispatcher: a new estimate of the pickup, which the rider sees. */
export function createExpectPickup({ withTx }: Pick<BookingDeps, 'withTx'>) {
  return function expectPickup(id: string, at: number): Promise<void> {
    return withTx(async (tx) => {
      const booking = await bookingRepository(tx).lock(id);
      if (!booking || booking.follows === null) return;
      await bookingRepository(tx).expectPickupAt(id, at);
      await publishChanged(tx, booking);
    });
  };
}
