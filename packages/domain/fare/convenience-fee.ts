// Computes the convenience fee, the operator's own income from a trip: a flat amount or a percentage of the fare.
import type { Tariff } from '../fleet/index.ts';
import { type Minor, percentage, roundToMinor } from '../kernel/index.ts';

/**
 * Returns the fee on a fare that is already rounded to minor units, so that users can verify it from the displayed
 * fare. A flat fee is in major units. Rounded once, halves away from zero.
 */
export function convenienceFee(
  fare: Minor,
  tariff: Pick<Tariff, 'convenience_fees' | 'convenience_fee_type'>,
  decimals: number,
): Minor {
  switch (tariff.convenience_fee_type) {
    case 'flat':
      return roundToMinor(tariff.convenience_fees, decimals);
    case 'percentage':
      return percentage(fare, tariff.convenience_fees);
  }
}
