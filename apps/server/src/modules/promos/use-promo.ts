// A booking takes a use of a promo with it, and gives it back when it is cancelled.
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
 * In the transaction of the booking. The promo's row is locked, so that the last use is taken once; the count is checked
 * again when it is raised, and a unique key rejects a second use by one rider. Throws
 * `promo_not_found` for a promo deleted meanwhile, or the key of the reason why it does not apply any more.
 */
export function createTakeUse({ clock }: Pick<PromosDeps, 'clock'>) {
  return async function takeUse(tx: Tx, { trip_cost, decimals, ...use }: NewUse): Promise<void> {
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

/** In the transaction of the cancellation; a repeated call, or one for a deleted promo, changes nothing. */
export async function giveBackUse(tx: Tx, booking: string): Promise<void> {
  const promos = promosRepository(tx);
  const promo = await promos.promoUsedFor(booking);
  // Locks the promo's row before that of the use, in the order of all transactions.
  if (promo !== null && (await promos.lock(promo))) await promos.uncountUse(booking);
}
