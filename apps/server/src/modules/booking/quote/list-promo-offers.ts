// Lists the valid promos for a quote, with the discount of each.
import type { PromoOffer } from '@kerb/contract';
import { promoRefusalCodes } from '@kerb/domain/fare';
import { toMajor } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { Offer } from '../../promos/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { ownQuote, tripOf } from './own-quote.ts';

/** Only valid promos are listed; one that expired or was used up since the query is omitted. */
function presentOffer({ promo, discount, refusal }: Offer, decimals: number): PromoOffer[] {
  if (refusal === 'expired' || refusal === 'usage_limit_reached') return [];
  const offer = {
    id: promo.id,
    promo_name: promo.promo_name,
    promo_description: promo.promo_description,
    promo_validity: promo.promo_validity,
    min_order: promo.min_order,
    discount_amount: toMajor(discount, decimals),
    refusal: refusal && promoRefusalCodes[refusal],
  };
  return [offer];
}

/** Highest discount first. Throws the errors of ownQuote. */
export function createListPromoOffers(deps: Pick<BookingDeps, 'db' | 'clock' | 'settings' | 'promos'>) {
  return async function listPromoOffers(
    actor: Actor,
    id: string,
    { rider }: { rider?: string | undefined },
  ): Promise<{ items: PromoOffer[] }> {
    const quote = await ownQuote(deps, actor, id);
    const offers = await deps.promos.offers(tripOf(quote, actor, rider));
    return { items: offers.flatMap((offer) => presentOffer(offer, quote.pricing.decimals)) };
  };
}
