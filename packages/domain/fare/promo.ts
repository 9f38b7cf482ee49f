// Promo codes: when one applies and what it takes off a trip.

import type { FeeType } from '../fleet/index.ts';
import { type Minor, minMinor, percentage, roundToMinor, toExactMinor, ZERO } from '../kernel/index.ts';

/** The fields of a promo that decide. Amounts are in major units, a percentage is a plain number (15 = 15 %). */
export interface PromoTerms {
  promo_discount_type: FeeType;
  promo_discount_value: number;
  /** The most a percentage promo takes off; null or absent: no limit. */
  max_promo_discount_value?: number | null;
  min_order: number;
  /** The last moment it is valid, ms since the epoch. */
  promo_validity: number;
  promo_usage_limit: number;
  /** How many bookings have used it so far. */
  user_avail: number;
}

export interface PromoUse {
  /** Of the estimate, before any discount. */
  trip_cost: Minor;
  /** ms since the epoch */
  now: number;
  /** This rider has another booking with it that was not cancelled. */
  usedByRider: boolean;
  /** settings.decimal */
  decimals: number;
}

export type PromoRefusal = 'expired' | 'usage_limit_reached' | 'already_used' | 'below_min_order';

export type PromoResult = { ok: true; discount: Minor } | { ok: false; reason: PromoRefusal };

function discountOf(promo: PromoTerms, { trip_cost, decimals }: PromoUse): Minor {
  switch (promo.promo_discount_type) {
    case 'flat':
      return roundToMinor(promo.promo_discount_value, decimals);
    case 'percentage': {
      const discount = percentage(trip_cost, promo.promo_discount_value);
      const limit = promo.max_promo_discount_value;
      return limit == null ? discount : minMinor(discount, roundToMinor(limit, decimals));
    }
  }
}

function refusalOf(promo: PromoTerms, use: PromoUse): PromoRefusal | null {
  if (use.now > promo.promo_validity) return 'expired';
  if (promo.user_avail >= promo.promo_usage_limit) return 'usage_limit_reached';
  if (use.usedByRider) return 'already_used';
  if (toExactMinor(promo.min_order, use.decimals).greaterThan(use.trip_cost)) return 'below_min_order';
  return null;
}

/** The discount a promo gives on a trip: never more than the trip costs, never negative; or why it gives none. */
export function applyPromo(promo: PromoTerms, use: PromoUse): PromoResult {
  const reason = refusalOf(promo, use);
  if (reason) return { ok: false, reason };
  const discount = discountOf(promo, use);
  return { ok: true, discount: discount < 0 ? ZERO : minMinor(discount, use.trip_cost) };
}
