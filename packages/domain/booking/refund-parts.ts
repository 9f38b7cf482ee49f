// Splits a refund of a paid trip: the card payment is refunded first, the rest is credited to the wallet.
import { type Minor, minMinor, subtract } from '../kernel/index.ts';

export interface RefundParts {
  toCard: Minor;
  toWallet: Minor;
}

/**
 * `cardLeft` is the part of the card payment that is not refunded yet; cash and wallet payments are refunded to the
 * wallet.
 */
export function refundParts(amount: Minor, cardLeft: Minor): RefundParts {
  const toCard = minMinor(amount, cardLeft);
  return { toCard, toWallet: subtract(amount, toCard) };
}
