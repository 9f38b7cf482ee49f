// Front door of promos: the operator's discounts, what they give on a trip, and who has used them.
import type { Promo } from '@kerb/domain/fare';
import type { ServerModule, Tx } from '../../kit/index.ts';
import { createOfferPromos, type Offer, type PricedTrip } from './offer-promos.ts';
import type { PromosDeps } from './promos.deps.ts';
import { type PromoUseTable, promosRepository } from './promos.repository.ts';
import { promosRoutes } from './promos.routes.ts';
import { createTakeUse, giveBackUse, type NewUse } from './use-promo.ts';

export type { Offer, PricedTrip } from './offer-promos.ts';
export type { PromosDeps } from './promos.deps.ts';
export type { PromoUseTable } from './promos.repository.ts';
export type { NewUse } from './use-promo.ts';

export interface PromosApi {
  /** The valid promos beside a trip, what each takes off or why it does not apply; the best first. */
  offers(trip: PricedTrip): Promise<Offer[]>;
  /** One promo by its id or name, and what it takes off. Throws `promo_not_found` or the key of its refusal. */
  offer(idOrName: string, trip: PricedTrip): Promise<Pick<Offer, 'promo' | 'discount'>>;
  /** Counts the use of a booking. Throws `promo_not_found` or the key of the promo's refusal as it is now. */
  takeUse(tx: Tx, use: NewUse): Promise<void>;
  /** A cancelled booking has not used its promo; does nothing for one that has none. */
  giveBackUse(tx: Tx, booking: string): Promise<void>;
}

export function createPromosModule(deps: PromosDeps): ServerModule & { api: PromosApi } {
  return {
    api: { ...createOfferPromos(deps), takeUse: createTakeUse(deps), giveBackUse },
    routes: promosRoutes(deps),
  };
}

/** Adds promos with the uses that bookings of the past took of them: for seeds. */
export const insertPastPromos = (
  tx: Tx,
  promos: readonly Promo[],
  uses: readonly PromoUseTable[],
): Promise<void> => promosRepository(tx).insertPast(tx, promos, uses);
