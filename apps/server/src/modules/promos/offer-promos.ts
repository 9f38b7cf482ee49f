// Computes the discounts of promos for a trip: of all valid promos, or of one that the rider entered.
import { applyPromo, type Promo, type PromoRefusal, promoRefusalCodes } from '@kerb/domain/fare';
import { DomainError, type Minor, ZERO } from '@kerb/domain/kernel';
import type { PromosDeps } from './promos.deps.ts';
import { promosRepository } from './promos.repository.ts';

/** A trip that is about to be booked. */
export interface PricedTrip {
  /** The rider whose earlier uses count; null while an admin has not chosen a rider, when no uses count. */
  rider: string | null;
  /** Before any discount. */
  trip_cost: Minor;
  decimals: number;
}

export interface Offer {
  promo: Promo;
  /** Discount in minor units; 0 when the promo does not apply. */
  discount: Minor;
  refusal: PromoRefusal | null;
}

/** Most promos in the list of offers. */
const MAX_OFFERED = 100;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const byGain = (one: Offer, other: Offer): number =>
  Number(one.refusal !== null) - Number(other.refusal !== null) || other.discount - one.discount;

export function createOfferPromos({ db, clock }: Pick<PromosDeps, 'db' | 'clock'>) {
  const promos = promosRepository(db);

  async function evaluate(found: readonly Promo[], { rider, ...trip }: PricedTrip): Promise<Offer[]> {
    const ids = found.map(({ id }) => id);
    const used = rider === null ? new Set<string>() : await promos.usedBy(rider, ids);
    return found.map((promo) => {
      const result = applyPromo(promo, { ...trip, now: clock.now(), usedByRider: used.has(promo.id) });
      return result.ok
        ? { promo, discount: result.discount, refusal: null }
        : { promo, discount: ZERO, refusal: result.reason };
    });
  }

  return {
    /** The valid promos: those that apply come first, by the size of the discount. */
    offers: async (trip: PricedTrip): Promise<Offer[]> =>
      (await evaluate(await promos.valid(clock.now(), MAX_OFFERED), trip)).sort(byGain),

    /**
     * The promo with this id or name, ignoring letter case. Throws `promo_not_found`, or the reason why it does not
     * apply: `promo_expired`, `promo_used_up`, `promo_already_used`, `promo_below_min_order`.
     */
    async offer(idOrName: string, trip: PricedTrip): Promise<Pick<Offer, 'promo' | 'discount'>> {
      const id = idOrName.toLowerCase();
      const promo =
        (UUID.test(id) ? await promos.find({ id }) : null) ?? (await promos.find({ name: idOrName }));
      if (!promo) throw new DomainError('promo_not_found');
      const [offer] = await evaluate([promo], trip);
      if (!offer) throw new DomainError('promo_not_found');
      if (offer.refusal) throw new DomainError(promoRefusalCodes[offer.refusal]);
      return { promo, discount: offer.discount };
    },
  };
}
