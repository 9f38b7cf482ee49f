// Offers a NEW booking to a driver: used by manual assignment and by bookings that name a driver.
import { hasRunOut } from '@kerb/domain/fleet';
import { DomainError, MS_PER_DAY } from '@kerb/domain/kernel';
import type { Tx } from '../../../kit/index.ts';
import type { BookingDeps, Driver } from '../booking.deps.ts';
import { publishOffers } from '../booking.events.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { requestRepository } from '../store/request.repository.ts';

/** An admin's manual offer stays open for a day, because no other driver is waiting for its outcome; ms. */
export const MANUAL_OFFER_MS = MS_PER_DAY;

export function assertAssignable(driver: Driver | null | undefined, carType: string, now: number): void {
  if (!driver?.approved || driver.carType !== carType) throw new DomainError('driver_not_eligible');
  if (hasRunOut(driver.documentsValidUntil, now)) throw new DomainError('driver_not_eligible');
}

/** Offers a locked booking to the driver, also after they declined it, and notifies them; `by`: the admin, if it was one. */
export async function offerToDriver(
  { clock }: Pick<BookingDeps, 'clock'>,
  tx: Tx,
  booking: BookingRecord,
  { driver, by }: { driver: string; by: string | null },
): Promise<void> {
  const now = clock.now();
  await requestRepository(tx).offerByHand(booking.id, driver, { now, expiresAt: now + MANUAL_OFFER_MS, by });
  await publishOffers(tx, { booking, change: { name: 'task.offered', drivers: [driver] } });
}
