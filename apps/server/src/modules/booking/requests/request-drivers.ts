// Offers of a booking to drivers (requestedDrivers): sent by the dispatcher or by an admin, and expired.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor, Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { publishOffers, publishWithdrawn } from '../booking.events.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { decide, lockBooking } from '../step/booking-step.ts';
import { assertAssignable, MANUAL_OFFER_MS, offerToDrivers } from '../step/offer-to-drivers.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { type FollowOnOffer, requestRepository } from '../store/request.repository.ts';

/** The offers of a round, as dispatch plans them. */
export interface PlannedOffers {
  /** The preferred driver first. */
  ranked: readonly string[];
  /** At most this many of the ranked drivers get an offer. */
  wanted: number;
  /** A driver with this many open offers of other bookings gets none. */
  maxOpen: number;
  /** ms since the epoch */
  expiresAt: number;
  /** For the drivers on a trip; an offer to them without it could not be accepted. */
  followOns?: ReadonlyMap<string, FollowOnOffer> | undefined;
}

/**
 * Called by the dispatcher. Closes the expired offers and makes the new ones. Returns the drivers who have an offer now.
 * Throws `transition_not_allowed` for a booking that is no longer NEW.
 */
export function createRequestDrivers(deps: Pick<BookingDeps, 'clock'>) {
  return async function requestDrivers(
    tx: Tx,
    id: string,
    { ranked, wanted, maxOpen, expiresAt, followOns }: PlannedOffers,
  ): Promise<string[]> {
    const booking = await bookingRepository(tx).lock(id);
    if (booking?.status !== 'NEW') throw new DomainError('transition_not_allowed');
    await closeExpired(deps, tx, booking);
    if (ranked.length === 0) return [];
    const offers = await requestRepository(tx).lockOpenOffersOf(ranked, id, deps.clock.now());
    const free = ranked.filter((driver) => (offers.get(driver) ?? 0) < maxOpen);
    return offerToDrivers(deps, tx, booking, free.slice(0, wanted), { expiresAt, followOns, by: 'dispatch' });
  };
}

/**
 * The driver of a booking cannot take others. A transaction of its own: inside the acceptance, two drivers who accept
 * two bookings that both were offered would wait for each other. Returns the bookings whose offers were closed.
 */
export function createCloseOtherOffers({ db, withTx }: Pick<BookingDeps, 'db' | 'withTx'>) {
  return async function closeOtherOffers(id: string): Promise<string[]> {
    const driver = (await bookingRepository(db).find(id))?.driver;
    if (!driver) return [];
    return withTx(async (tx) => {
      const bookings = await requestRepository(tx).closeOthersOf(driver, id);
      for (const booking of bookings) await publishWithdrawn(tx, booking, [driver]);
      return bookings;
    });
  };
}

/** Called by the dispatcher. Closes the expired offers. Returns their drivers. */
export function createExpireRequests(deps: Pick<BookingDeps, 'clock'>) {
  return async function expireRequests(tx: Tx, id: string): Promise<string[]> {
    const booking = await bookingRepository(tx).lock(id);
    return booking ? closeExpired(deps, tx, booking) : [];
  };
}

/** Closes the expired offers of a locked booking. Returns their drivers. */
async function closeExpired(
  { clock }: Pick<BookingDeps, 'clock'>,
  tx: Tx,
  booking: BookingRecord,
): Promise<string[]> {
  const expired = await requestRepository(tx).expire(booking.id, clock.now());
  const change = { name: 'task.withdrawn', drivers: expired, by: 'dispatch' } as const;
  if (booking.status === 'NEW') await publishOffers(tx, { booking, change });
  else await publishWithdrawn(tx, booking.id, expired);
  return expired;
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
