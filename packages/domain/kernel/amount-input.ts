// Parses an amount sent by a user into minor units; invalid amounts are rejected with the key of the specification.
import { DomainError } from './errors.ts';
import { type Minor, toMinor } from './money.ts';

const refuse = (message: string): DomainError =>
  new DomainError('no_details_error', message, [{ path: 'amount', message }]);

/**
 * `amount` is in major units. Throws `no_details_error`, naming the field, for 0 and less, NaN, infinities, amounts
 * that are too large, and too many decimals.
 */
export function amountInput(amount: number, decimals: number): Minor {
  if (!Number.isFinite(amount) || amount <= 0) throw refuse('Enter an amount above zero');
  try {
    return toMinor(amount, decimals);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw refuse(
      decimals === 0 ? 'Enter a whole amount' : `Enter an amount with at most ${decimals} decimal places`,
    );
  }
}
