// Parses an amount as the user sent it into minor units; invalid amounts are rejected with the specification's key.
import { DomainError } from './errors.ts';
import { type Minor, toMinor } from './money.ts';

const refuse = (message: string): DomainError =>
  new DomainError('no_details_error', message, [{ path: 'amount', message }]);

/** Major units. Throws `no_details_error`, naming the field, for 0 and less, NaN, infinities, too much, too many decimals. */
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
