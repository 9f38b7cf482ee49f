// Computes the fare tolerance: how far a final fare may exceed its quote before an admin has to review it.
import type { Tariff } from '../fleet/index.ts';
import { add, type Minor, maxMinor, minMinor, percentage, subtract, ZERO } from '../kernel/index.ts';
import { convenienceFee } from './convenience-fee.ts';

/** Extra distance and time beyond the quote that are always tolerated, also for short trips. */
export const TOLERATED_KM = 3;
export const TOLERATED_SECONDS = 600;

export interface ToleranceInput {
  /** Quoted trip cost. */
  quoted: Minor;
  /** Trip cost of the quoted trip plus TOLERATED_KM, and plus TOLERATED_SECONDS. */
  quotedWithMoreDistance: Minor;
  quotedWithMoreTime: Minor;
  /** settings.fareTolerance */
  percent: number;
}

/**
 * Returns the maximum trip cost without a review: the quote plus `percent` of it, or the cost of the quoted trip plus 3
 * km or 10 minutes if that is higher.
 */
export function toleratedCost({
  quoted,
  quotedWithMoreDistance,
  quotedWithMoreTime,
  percent,
}: ToleranceInput): Minor {
  const withPercent = add(quoted, percentage(quoted, percent));
  return maxMinor(withPercent, maxMinor(quotedWithMoreDistance, quotedWithMoreTime));
}

/** Split of a cost: trip_cost = driver_share + convenience_fees. */
export interface SharedCost {
  driver_share: Minor;
  convenience_fees: Minor;
}

const HUNDRED = 100;

/**
 * Splits a cost below the metered one between operator and driver: the operator gets the fee by the tariff's rule, the
 * driver gets the rest. Neither part exceeds that of the metered fare.
 */
export function shareCost(
  cost: Minor,
  metered: SharedCost,
  tariff: Pick<Tariff, 'convenience_fees' | 'convenience_fee_type'>,
  decimals: number,
): SharedCost {
  const byRule =
    tariff.convenience_fee_type === 'flat'
      ? convenienceFee(cost, tariff, decimals)
      : subtract(cost, percentage(cost, (HUNDRED * HUNDRED) / (HUNDRED + tariff.convenience_fees)));
  const least = maxMinor(ZERO, subtract(cost, metered.driver_share));
  const most = minMinor(cost, metered.convenience_fees);
  const convenience_fees = maxMinor(least, minMinor(most, byRule));
  return { convenience_fees, driver_share: subtract(cost, convenience_fees) };
}
