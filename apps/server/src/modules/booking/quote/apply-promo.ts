// "Apply a promo": reduces the quote's price by the discount; the use counts when the quote is booked.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import type { Quote } from '../store/booking.tables.ts';
import { quoteRepository } from '../store/quote.repository.ts';
import { ownQuote, tripOf } from './own-quote.ts';

export interface PromoChoice {
  /** Id of the promo, or its name in any letter case. */
  promo: string;
  /** uid of the rider for whom an admin books; for admins only. */
  rider?: string | undefined;
}

/**
 * Replaces an earlier promo; a rejected promo changes nothing. Throws the errors of ownQuote, `promo_not_found`, and
 * the error code of the rejection.
 */
export function createApplyPromo(deps: Pick<BookingDeps, 'db' | 'clock' | 'settings' | 'promos'>) {
  return async function applyPromo(
    actor: Actor,
    id: string,
    { promo: named, rider }: PromoChoice,
  ): Promise<Quote> {
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
