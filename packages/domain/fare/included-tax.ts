// The tax inside an amount: what is charged is what people pay, and a tax rate says which part of it is tax.
import {
  DomainError,
  exact,
  type Minor,
  minor,
  type Numeric,
  roundHalfAwayFromZero,
} from '../kernel/index.ts';

/**
 * The part of `total` that is tax, where `rate` percent of the net price were added to make it:
 * total × rate / (100 + rate), rounded once, halves away from zero. What is left of the total is the net price, so
 * both add up to it. Throws `invalid_input` for a rate below 0 or one that is no number.
 */
export function includedTax(total: Minor, rate: Numeric): Minor {
  const percent = exact(rate);
  if (percent.lessThan(0)) throw new DomainError('invalid_input', `${rate} is not a tax rate`);
  return minor(roundHalfAwayFromZero(percent.times(total).div(percent.plus(100))));
}
