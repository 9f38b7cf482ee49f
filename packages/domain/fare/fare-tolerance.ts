// The fare tolerance: how far a final fare may exceed its quote before an admin has to decide on the rest.
import type { Tariff } from '../fleet/index.ts';
import { add, type Minor, maxMinor, minMinor, percentage, subtract, ZERO } from '../kernel/index.ts';
import { convenienceFee } from './convenience-fee.ts';

/** A trip may be at least this much longer than quoted, however short it was. */
export const TOLERATED_KM = 3;
export const TOLERATED_SECONDS = 600;

export interface ToleranceInput {
  /** Trip cost as quoted. */
  quoted: Minor;
  /** Trip cost of the quoted trip with TOLERATED_KM more, and with TOLERATED_SECONDS more. */
  quotedWithMoreDistance: Minor;
  quotedWithMoreTime: Minor;
  /** settings.fareTolerance */
  percent: number;
}

/**
 * The most that a trip may cost without a decision: the quote and `percent` of it, or the quote with 3 km or 10 minutes
 * more where that is more.
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

/** How a cost is shared: trip_cost = driver_share + convenience_fees. */
export interface SharedCost {
  driver_share: Minor;
  convenience_fees: Minor;
}

const HUNDRED = 100;

/**
 * Shares a cost that stays below the metered one: the operator's fee by its own rule, the rest is the driver's. Neither
 * part exceeds that of the metered fare.
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
