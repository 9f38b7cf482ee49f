// Entry point of promos: the operator's discounts, their amounts for a trip, and their uses by riders.
import type { Promo } from '@kerb/domain/fare';
import type { ServerModule, Tx } from '../../kit/index.ts';
import { createOfferPromos, type Offer, type PricedTrip } from './offer-promos.ts';
import type { PromosDeps } from './promos.deps.ts';
import { type PromoUseTable, promosRepository } from './promos.repository.ts';
import { promosRoutes } from './promos.routes.ts';
import { createRecordUse, type NewUse, removeUse } from './use-promo.ts';

export type { Offer, PricedTrip } from './offer-promos.ts';
export type { PromosDeps } from './promos.deps.ts';
export type { PromoUseTable } from './promos.repository.ts';
export type { NewUse } from './use-promo.ts';

export interface PromosApi {
  /**
   * The valid promos for a trip, each with its discount or the reason why it does not apply; the largest discount
   * first.
   */
  offers(trip: PricedTrip): Promise<Offer[]>;
  /**
   * One promo by its id or name, with its discount. Throws `promo_not_found` or the error of the reason why it does not
   * apply.
   */
  offer(idOrName: string, trip: PricedTrip): Promise<Pick<Offer, 'promo' | 'discount'>>;
  /**
   * Counts a use of the promo by a booking. Throws `promo_not_found` or the error of the reason why it no longer
   * applies.
   */
  recordUse(tx: Tx, use: NewUse): Promise<void>;
  /** Removes the use of a cancelled booking; does nothing for a booking without one. */
  removeUse(tx: Tx, booking: string): Promise<void>;
}

export function createPromosModule(deps: PromosDeps): ServerModule & { api: PromosApi } {
  return {
    api: { ...createOfferPromos(deps), recordUse: createRecordUse(deps), removeUse },
    routes: promosRoutes(deps),
  };
}

/** Inserts promos with the uses of past bookings, for seeds. */
export const insertPastPromos = (
  tx: Tx,
  promos: readonly Promo[],
  uses: readonly PromoUseTable[],
): Promise<void> => promosRepository(tx).insertPast(tx, promos, uses);
