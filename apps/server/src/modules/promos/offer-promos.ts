// The discounts of promos on one trip: of all valid promos, or of the one the rider names.
import { applyPromo, type Promo, type PromoRefusal, promoRefusalCodes } from '@kerb/domain/fare';
import { DomainError, type Minor, ZERO } from '@kerb/domain/kernel';
import type { PromosDeps } from './promos.deps.ts';
import { promosRepository } from './promos.repository.ts';

/** A trip that is about to be booked. */
export interface PricedTrip {
  /** Whose uses count; null while an admin has not chosen the rider: then no uses count. */
  rider: string | null;
  /** Before any discount. */
  trip_cost: Minor;
  decimals: number;
}

export interface Offer {
  promo: Promo;
  /** What it takes off; 0 where it is refused. */
  discount: Minor;
  refusal: PromoRefusal | null;
}

/** Most promos listed beside a price. */
const MOST_OFFERED = 100;
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
    /** The valid ones; what applies comes before what does not, the larger discount first. */
    offers: async (trip: PricedTrip): Promise<Offer[]> =>
      (await evaluate(await promos.valid(clock.now(), MOST_OFFERED), trip)).sort(byGain),

    /**
     * The promo of this id or name, in small letters or capitals. Throws `promo_not_found`, or the key of its
     * refusal: `promo_expired`, `promo_used_up`, `promo_already_used`, `promo_below_min_order`.
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
