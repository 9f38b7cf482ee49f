// Offers a NEW booking to a driver: used by manual assignment and by bookings that name a driver.
import { hasRunOut } from '@kerb/domain/fleet';
import { DomainError, MS_PER_DAY, MS_PER_SECOND } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Tx } from '../../../kit/index.ts';
import type { BookingDeps, Driver } from '../booking.deps.ts';
import { publishOffers } from '../booking.events.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { offerRepository } from '../store/offer.repository.ts';

/** An admin's manual offer stays open for a day, because no other driver is waiting for its outcome; ms. */
const MANUAL_OFFER_MS = MS_PER_DAY;

export function assertAssignable(driver: Driver | null | undefined, carType: string, now: number): void {
  if (!driver?.approved || driver.carType !== carType) throw new DomainError('driver_not_eligible');
  if (hasRunOut(driver.documentsValidUntil, now)) throw new DomainError('driver_not_eligible');
}

/**
 * When an admin's offer ends, ms since the epoch. Under automatic dispatch it lasts as long as any other offer, because
 * the search goes on once it has ended; that of a later booking lasts until its search begins, but at most a day.
 */
function manualOfferEnd(
  { autoDispatch, offerSeconds }: Settings,
  { dispatch_at }: Pick<BookingRecord, 'dispatch_at'>,
  now: number,
): number {
  const latest = now + MANUAL_OFFER_MS;
  if (!autoDispatch) return latest;
  return Math.min(latest, Math.max(now, dispatch_at) + offerSeconds * MS_PER_SECOND);
}

/**
 * Offers a locked booking to the driver, also after they declined it; `by`: the admin, if it was one. Notifies the driver
 * unless `isKnown`: the offer is open already, and only its end changes.
 */
export async function offerToDriver(
  { clock }: Pick<BookingDeps, 'clock'>,
  tx: Tx,
  booking: BookingRecord,
  {
    driver,
    by,
    settings,
    isKnown = false,
  }: { driver: string; by: string | null; settings: Settings; isKnown?: boolean },
): Promise<void> {
  const now = clock.now();
  const expiresAt = manualOfferEnd(settings, booking, now);
  await offerRepository(tx).offerByHand(booking.id, driver, { now, expiresAt, by });
  if (!isKnown) await publishOffers(tx, { booking, change: { name: 'task.offered', drivers: [driver] } });
}
