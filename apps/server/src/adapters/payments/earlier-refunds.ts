// Finds an earlier attempt at a refund in a provider's list, for providers that store no id of a refund.
import type { RefundOrder } from '../../ports/payments.ts';
import { toProviderUnits } from './provider-money.ts';

/**
 * Returns the listed refunds of the same amount, any of which may be an earlier attempt at this refund; none when all
 * listed refunds are known to be different ones. `listed`: without declined refunds. `unitsOf`: minor units.
 */
export function earlierRefunds<Refund>(
  listed: readonly Refund[],
  unitsOf: (refund: Refund) => number,
  { back, alreadyBack }: RefundOrder,
): Refund[] {
  const units = toProviderUnits(back);
  const known = alreadyBack ? toProviderUnits(alreadyBack) : 0;
  const total = listed.reduce((sum, one) => sum + unitsOf(one), 0);
  return total - known < units ? [] : listed.filter((one) => unitsOf(one) === units);
}
