// "Apply a promo": the quote's price is less by its discount; the use counts when the quote is booked.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import type { Quote } from '../booking.tables.ts';
import { ownQuote, tripOf } from './own-quote.ts';
import { quoteRepository } from './quote.repository.ts';

export interface PromoChoice {
  /** Its id, or its name in small letters or capitals. */
  promo: string;
  /** Admins only: for whom they book. */
  rider?: string | undefined;
}

/**
 * Takes the place of the promo before; a refused one changes nothing. Throws what ownQuote does, `promo_not_found`,
 * and the key of the promo's refusal.
 */
export function createApplyPromo(deps: Pick<BookingDeps, 'db' | 'clock' | 'settings' | 'promos'>) {
  return async (actor: Actor, id: string, { promo: named, rider }: PromoChoice): Promise<Quote> => {
    const quote = await ownQuote(deps, actor, id);
    const { promo, discount } = await deps.promos.offer(named, tripOf(quote, actor, rider));
    const { promo_discount_type, promo_discount_value, max_promo_discount_value } = promo;
    const changed = await quoteRepository(deps.db).setPromo(id, actor.uid, {
      promo: promo.id,
      promo_details: { promo_key: promo.id, promo_name: promo.promo_name },
      promo_terms: { promo_discount_type, promo_discount_value, max_promo_discount_value },
      discount_amount: discount,
    });
    if (!changed) throw new DomainError('not_found');
    return changed;
  };
}
