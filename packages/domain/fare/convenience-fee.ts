// The convenience fee: the operator's own income from a trip, flat or a percentage of the fare.
import type { Tariff } from '../fleet/index.ts';
import { type Minor, percentage, roundToMinor } from '../kernel/index.ts';

/**
 * The fee on a fare already rounded to minor units, so that anyone can work it out from the fare they see.
 * A flat fee is in major units. Rounded once, halves away from zero.
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
