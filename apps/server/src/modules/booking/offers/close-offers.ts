// Use cases that close offers (requestedDrivers): expired ones, and those that a driver cannot accept any more.
import { isAcceptedAhead } from '@kerb/domain/booking';
import type { Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { publishOffers, publishWithdrawn } from '../booking.events.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { offerRepository } from '../store/offer.repository.ts';

/**
 * Closes the open offers of other bookings to the booking's driver, who cannot accept them any more, and returns those
 * bookings. It uses a transaction of its own: inside the acceptance, two drivers who each accept one of two bookings
 * offered to both would deadlock.
 */
export function createCloseOtherOffers({ db, withTx }: Pick<BookingDeps, 'db' | 'withTx'>) {
  return async function closeOtherOffers(id: string): Promise<string[]> {
    const booking = await bookingRepository(db).find(id);
    // The driver of a later booking accepted ahead can still accept other offers.
    if (!booking?.driver || isAcceptedAhead(booking)) return [];
    const { driver } = booking;
    return withTx(async (tx) => {
      const bookings = await offerRepository(tx).closeOthersOf(driver, id);
      for (const booking of bookings) await publishWithdrawn(tx, booking, [driver]);
      return bookings;
    });
  };
}

/**
 * Called by dispatch when a driver went off duty or changed their car. Closes the driver's open offers of due bookings
 * that they cannot accept any more; those bookings are searched again in the next run. Returns them. Offers by admins of
 * bookings that are not due stay open, because the driver may be on duty in that car again before.
 */
export function createWithdrawOffers({
  db,
  withTx,
  clock,
  fleet,
}: Pick<BookingDeps, 'db' | 'withTx' | 'clock' | 'fleet'>) {
  async function withdraw(tx: Tx, id: string, uid: string): Promise<boolean> {
    const booking = await bookingRepository(tx).lock(id);
    if (booking?.status !== 'NEW') return false;
    // Read now, because the driver may be on duty again since the event.
    const driver = await fleet.findDriver(tx, uid);
    const isOffDuty = !driver?.driverActiveStatus;
    if (!isOffDuty && driver.carType === booking.car_type) return false;
    const outcome = isOffDuty ? 'off_duty' : 'other_car_type';
    if (!(await offerRepository(tx).close(id, uid, outcome))) return false;
    await publishOffers(tx, { booking, change: { name: 'task.withdrawn', drivers: [uid] } });
    return true;
  }

  return async function withdrawOffersOf(driver: string): Promise<string[]> {
    const withdrawn: string[] = [];
    for (const id of await offerRepository(db).dueOffersOf(driver, clock.now()))
      if (await withTx((tx) => withdraw(tx, id, driver))) withdrawn.push(id);
    return withdrawn;
  };
}

/** Called by dispatch. Closes the expired offers. Returns their drivers. */
export function createExpireOffers(deps: Pick<BookingDeps, 'clock'>) {
  return async function expireOffers(tx: Tx, id: string): Promise<string[]> {
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
  const expired = await offerRepository(tx).expire(booking.id, clock.now());
  const change = { name: 'task.withdrawn', drivers: expired, by: 'dispatch' } as const;
  if (booking.status === 'NEW') await publishOffers(tx, { booking, change });
  else await publishWithdrawn(tx, booking.id, expired);
  return expired;
}
