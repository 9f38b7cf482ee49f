// Promo codes: when one applies and what it takes off a trip.

import type { FeeType } from '../fleet/index.ts';
import {
  type ErrorCode,
  type Minor,
  maxMinor,
  minMinor,
  percentage,
  roundToMinor,
  toExactMinor,
  ZERO,
} from '../kernel/index.ts';
import type { FareBreakdown } from './fare-breakdown.schema.ts';

/** What a promo takes off. Amounts are in major units, a percentage is a plain number (15 = 15 %). */
export interface DiscountRule {
  promo_discount_type: FeeType;
  promo_discount_value: number;
  /** The most a percentage promo takes off; null or absent: no limit. */
  max_promo_discount_value?: number | null;
}

/** The fields of a promo that decide. */
export interface PromoTerms extends DiscountRule {
  /** The least trip_cost it applies to, in major units. */
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

/** The catalogue's key of each refusal. */
export const promoRefusalCodes = {
  expired: 'promo_expired',
  usage_limit_reached: 'promo_used_up',
  already_used: 'promo_already_used',
  below_min_order: 'promo_below_min_order',
} as const satisfies Record<PromoRefusal, ErrorCode>;

/**
 * Two promos whose names have the same key have the same name: case, surrounding spaces and the Unicode form do not
 * count. Spaces are trimmed last, because normalisation makes some (U+00A8 becomes a space and a diaeresis).
 */
export const promoNameKey = (name: string): string =>
  name.normalize('NFKC').toLowerCase().normalize('NFKC').trim();

function wholeDiscount(rule: DiscountRule, trip_cost: Minor, decimals: number): Minor {
  switch (rule.promo_discount_type) {
    case 'flat':
      return roundToMinor(rule.promo_discount_value, decimals);
    case 'percentage': {
      const discount = percentage(trip_cost, rule.promo_discount_value);
      const limit = rule.max_promo_discount_value;
      return limit == null ? discount : minMinor(discount, roundToMinor(limit, decimals));
    }
  }
}

/**
 * What the rule takes off a price (readings #5): a flat value, or a percentage of the price up to its limit, rounded
 * once, halves away from zero; never more than the price, never less than nothing.
 */
export function discountOn(rule: DiscountRule, trip_cost: Minor, decimals: number): Minor {
  return maxMinor(ZERO, minMinor(wholeDiscount(rule, trip_cost, decimals), trip_cost));
}

/** The breakdown as people see it: with what a promo takes off as a negative last line. Major units; 0 adds none. */
export function withDiscountLine(breakdown: FareBreakdown, discount: number): FareBreakdown {
  if (discount === 0) return breakdown;
  return { ...breakdown, lines: [...breakdown.lines, { kind: 'discount', amount: -discount }] };
}

function refusalOf(promo: PromoTerms, use: PromoUse): PromoRefusal | null {
  if (use.now > promo.promo_validity) return 'expired';
  if (promo.user_avail >= promo.promo_usage_limit) return 'usage_limit_reached';
  if (use.usedByRider) return 'already_used';
  if (toExactMinor(promo.min_order, use.decimals).greaterThan(use.trip_cost)) return 'below_min_order';
  return null;
}

/** The discount a promo gives on a trip, see discountOn; or why it gives none. */
export function applyPromo(promo: PromoTerms, use: PromoUse): PromoResult {
  const reason = refusalOf(promo, use);
  if (reason) return { ok: false, reason };
  return { ok: true, discount: discountOn(promo, use.trip_cost, use.decimals) };
}
