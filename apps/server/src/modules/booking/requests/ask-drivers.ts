// requestedDrivers: asking drivers to take a booking, by the dispatcher or by an admin's hand.
import { hasRunOut } from '@kerb/domain/fleet';
import { DomainError, MS_PER_DAY } from '@kerb/domain/kernel';
import type { Actor, Tx } from '../../../kit/index.ts';
import type { BookingDeps, Driver } from '../booking.deps.ts';
import { tellChanged, tellOffered, tellWithdrawn } from '../booking.events.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { bookingRepository } from '../booking.repository.ts';
import type { BookingRecord } from '../booking.tables.ts';
import { decide, holdBooking } from '../booking-step.ts';
import { requestRepository } from './request.repository.ts';

/** A driver chosen by hand has no rival who waits for his answer. */
export const BY_HAND_MS = MS_PER_DAY;

export function assertAssignable(driver: Driver | null | undefined, carType: string, now: number): void {
  if (!driver?.approved || driver.carType !== carType) throw new DomainError('driver_not_eligible');
  if (hasRunOut(driver.documentsValidUntil, now)) throw new DomainError('driver_not_eligible');
}

/** Asks them about a booking whose row is held; answers those who are asked now. */
export async function askDrivers(
  { clock }: Pick<BookingDeps, 'clock'>,
  tx: Tx,
  booking: BookingRecord,
  drivers: readonly string[],
  options: { expiresAt: number; again?: boolean },
): Promise<string[]> {
  const asked = await requestRepository(tx).ask(booking.id, drivers, { now: clock.now(), ...options });
  await tellOffered(tx, booking.id, asked);
  if (asked.length > 0) await tellChanged(tx, booking);
  return asked;
}

/** For the dispatcher. Throws `transition_not_allowed` for a booking that is no longer NEW. */
export function createRequestDrivers(deps: Pick<BookingDeps, 'clock'>) {
  return async (tx: Tx, id: string, drivers: readonly string[], expiresAt: number): Promise<string[]> => {
    const booking = await bookingRepository(tx).lock(id);
    if (booking?.status !== 'NEW') throw new DomainError('transition_not_allowed');
    return askDrivers(deps, tx, booking, drivers, { expiresAt });
  };
}

/** Ends the requests whose time is over; answers the drivers who are asked no more. */
export function createExpireRequests({ clock }: Pick<BookingDeps, 'clock'>) {
  return async (tx: Tx, id: string): Promise<string[]> => {
    const booking = await bookingRepository(tx).lock(id);
    if (!booking) return [];
    const expired = await requestRepository(tx).expire(id, clock.now());
    await tellWithdrawn(tx, id, expired);
    if (expired.length > 0 && booking.status === 'NEW') await tellChanged(tx, booking);
    return expired;
  };
}

/**
 * "Assign driver": an admin adds one driver of the booking's car type to those asked, while autoDispatch is off. One
 * who is asked already is asked for longer, and not told again.
 */
export function createAssignDriver(deps: BookingDeps) {
  return async (actor: Actor, id: string, { driver }: { driver: string }): Promise<BookingRecord> => {
    const [{ autoDispatch }, candidate] = await Promise.all([
      deps.settings.get(),
      deps.fleet.driverOf(driver),
    ]);
    return deps.withTx(async (tx) => {
      const { booking } = await holdBooking(tx, id, actor, bookingPolicy.assignBooking);
      decide(booking, 'assign', 'admin', { autoDispatch });
      assertAssignable(candidate, booking.car_type, deps.clock.now());
      const now = deps.clock.now();
      const options = { expiresAt: now + BY_HAND_MS, again: true };
      const known = await requestRepository(tx).find(id, driver);
      if (known?.outcome === null && known.expires_at > now)
        await requestRepository(tx).ask(id, [driver], { now, ...options });
      else await askDrivers(deps, tx, booking, [driver], options);
      return booking;
    });
  };
}
