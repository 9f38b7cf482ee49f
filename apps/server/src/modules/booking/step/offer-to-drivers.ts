// Offers a NEW booking to drivers: used by dispatch, by manual assignment and by bookings that name a driver.
import { hasRunOut } from '@kerb/domain/fleet';
import { DomainError, MS_PER_DAY } from '@kerb/domain/kernel';
import type { Tx } from '../../../kit/index.ts';
import type { BookingDeps, Driver } from '../booking.deps.ts';
import { type OfferChange, publishOffers } from '../booking.events.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { type NewOffers, requestRepository } from '../store/request.repository.ts';

/** An admin's manual offer stays open for a day: no other driver is waiting for the answer. */
export const MANUAL_OFFER_MS = MS_PER_DAY;

export function assertAssignable(driver: Driver | null | undefined, carType: string, now: number): void {
  if (!driver?.approved || driver.carType !== carType) throw new DomainError('driver_not_eligible');
  if (hasRunOut(driver.documentsValidUntil, now)) throw new DomainError('driver_not_eligible');
}

/** Offers a locked booking to the drivers and notifies them. Returns the drivers who have an offer now. */
export async function offerToDrivers(
  { clock }: Pick<BookingDeps, 'clock'>,
  tx: Tx,
  booking: BookingRecord,
  drivers: readonly string[],
  { by, ...options }: NewOffers & { by?: OfferChange['by'] },
): Promise<string[]> {
  const asked = await requestRepository(tx).offer(booking.id, drivers, { now: clock.now(), ...options });
  await publishOffers(tx, { booking, change: { name: 'task.offered', drivers: asked, by } });
  return asked;
}
