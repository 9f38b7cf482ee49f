// Takes a use of a promo for a booking, and gives it back when the booking is cancelled.
import { applyPromo, promoRefusalCodes } from '@kerb/domain/fare';
import { DomainError, type Minor } from '@kerb/domain/kernel';
import type { Tx } from '../../kit/index.ts';
import type { PromosDeps } from './promos.deps.ts';
import { promosRepository } from './promos.repository.ts';

export interface NewUse {
  promo: string;
  booking: string;
  rider: string;
  /** Before any discount. */
  trip_cost: Minor;
  decimals: number;
}

/**
 * Called in the transaction of the booking. The promo's row is locked, so that the last use is given to one booking
 * only; the count is checked again when it is incremented, and a unique key rejects a second use by one rider. Throws
 * `promo_not_found` for a promo that was deleted meanwhile, or the error of the reason why it no longer applies.
 */
export function createRecordUse({ clock }: Pick<PromosDeps, 'clock'>) {
  return async function recordUse(tx: Tx, { trip_cost, decimals, ...use }: NewUse): Promise<void> {
    const promos = promosRepository(tx);
    const promo = await promos.lock(use.promo);
    if (!promo) throw new DomainError('promo_not_found');
    const now = clock.now();
    const usedByRider = (await promos.usedBy(use.rider, [promo.id])).has(promo.id);
    const result = applyPromo(promo, { trip_cost, now, usedByRider, decimals });
    if (!result.ok) throw new DomainError(promoRefusalCodes[result.reason]);
    if (!(await promos.countUse({ ...use, used_at: now }))) throw new DomainError('promo_used_up');
  };
}

/** Called in the transaction of the cancellation. Idempotent, also for a deleted promo. */
export async function removeUse(tx: Tx, booking: string): Promise<void> {
  const promos = promosRepository(tx);
  const promo = await promos.promoUsedFor(booking);
  // Locks the promo before its use, which is the lock order of all transactions.
  if (promo !== null && (await promos.lock(promo))) await promos.uncountUse(booking);
}
