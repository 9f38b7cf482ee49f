// Promo codes: conditions under which one applies, and the discount on a trip.

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

/** Discount of a promo. Amounts are in major units, a percentage is a plain number (15 = 15 %). */
export interface DiscountRule {
  promo_discount_type: FeeType;
  promo_discount_value: number;
  /** Maximum discount of a percentage promo; null or absent: no limit. */
  max_promo_discount_value?: number | null;
}

/** Fields of a promo that decide whether it applies. */
export interface PromoTerms extends DiscountRule {
  /** Minimum trip_cost to which the promo applies, in major units. */
  min_order: number;
  /** Last time at which the promo is valid, ms since the epoch. */
  promo_validity: number;
  promo_usage_limit: number;
  /** Number of bookings that have used the promo so far. */
  user_avail: number;
}

export interface PromoUse {
  /** Trip cost of the estimate before any discount. */
  trip_cost: Minor;
  /** ms since the epoch */
  now: number;
  /** Whether the rider has another booking with this promo that was not cancelled. */
  usedByRider: boolean;
  /** settings.decimal */
  decimals: number;
}

export type PromoRefusal = 'expired' | 'usage_limit_reached' | 'already_used' | 'below_min_order';

export type PromoResult = { ok: true; discount: Minor } | { ok: false; reason: PromoRefusal };

/** Error code of each reason for which a promo does not apply. */
export const promoRefusalCodes = {
  expired: 'promo_expired',
  usage_limit_reached: 'promo_used_up',
  already_used: 'promo_already_used',
  below_min_order: 'promo_below_min_order',
} as const satisfies Record<PromoRefusal, ErrorCode>;

/**
 * Returns a key that is equal for equal promo names: letter case, surrounding spaces and the Unicode form are ignored.
 * Spaces are trimmed last, because normalisation can create some (U+00A8 becomes a space and a diaeresis).
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
 * Returns the discount on a price: a flat value, or a percentage of the price up to its limit, rounded once, halves
 * away from zero (readings #5). The result is between 0 and the price.
 */
export function discountOn(rule: DiscountRule, trip_cost: Minor, decimals: number): Minor {
  return maxMinor(ZERO, minMinor(wholeDiscount(rule, trip_cost, decimals), trip_cost));
}

/**
 * Appends the promo's discount to a breakdown as a negative last line. `discount` is in major units; 0 adds no line.
 */
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

/** Returns the discount of a promo on a trip (see discountOn), or the reason why it does not apply. */
export function applyPromo(promo: PromoTerms, use: PromoUse): PromoResult {
  const reason = refusalOf(promo, use);
  if (reason) return { ok: false, reason };
  return { ok: true, discount: discountOn(promo, use.trip_cost, use.decimals) };
}
