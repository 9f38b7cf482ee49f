// Chooses the promos that riders of the past used, by the rules of promos.
import { applyPromo, type Promo, promoInput } from '@kerb/domain/fare';
import { MS_PER_DAY, ZERO } from '@kerb/domain/kernel';
import type { PastSurroundings } from '../../modules/booking/index.ts';
import type { PromoUseTable } from '../../modules/promos/index.ts';
import { demoId } from '../people.ts';
import type { Chance } from './chance.ts';
import { pastPromos } from './promos.ts';

export function createPastPromos(chance: Chance, end: number, decimals: number) {
  const promos = pastPromos.map(
    ({ key, madeDaysAgo, validUntilDaysAgo, input }): Promo => ({
      ...promoInput.parse({ ...input, promo_validity: end - validUntilDaysAgo * MS_PER_DAY }),
      id: demoId(`promo-${key}`),
      user_avail: 0,
      createdAt: Math.floor(end - madeDaysAgo * MS_PER_DAY),
      version: 1,
    }),
  );
  const promoUses: PromoUseTable[] = [];

  /** Counts the use when the promo applies; otherwise returns no discount. */
  const takePromo: PastSurroundings['takePromo'] = (promo, { booking, rider, trip_cost, at }) => {
    const usedByRider = promoUses.some((use) => use.rider === rider && use.promo === promo.id);
    const result = applyPromo(promo, { trip_cost, now: at, usedByRider, decimals });
    if (!result.ok) return ZERO;
    promo.user_avail += 1;
    promoUses.push({ booking, promo: promo.id, rider, used_at: at });
    return result.discount;
  };

  return {
    takePromo,
    /** A promo that was valid at this time; null for most trips. */
    wanted(at: number): Promo | null {
      const valid = promos.filter(({ createdAt, promo_validity }) => createdAt <= at && promo_validity >= at);
      return valid.length > 0 && chance.is(0.09) ? chance.pick(valid) : null;
    },
    rows: { promos, promoUses },
  };
}
