// Computes the tax included in an amount. Prices include tax; the tax rate determines the taxed part.
import {
  DomainError,
  exact,
  type Minor,
  minor,
  type Numeric,
  roundHalfAwayFromZero,
} from '../kernel/index.ts';

/**
 * Returns the part of `total` that is tax, when `rate` percent were added to the net price: total × rate / (100 +
 * rate), rounded once, halves away from zero. Net price and tax add up to the total. Throws `invalid_input` for a rate
 * that is negative or not a number.
 */
export function includedTax(total: Minor, rate: Numeric): Minor {
  const percent = exact(rate);
  if (percent.lessThan(0)) throw new DomainError('invalid_input', `${rate} is not a tax rate`);
  return minor(roundHalfAwayFromZero(percent.times(total).div(percent.plus(100))));
}
