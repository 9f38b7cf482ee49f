// Splits refunds between the card and the wallet: of a paid trip, and of a prepayment after a late cancellation.
import { type Minor, maxMinor, minMinor, subtract, ZERO } from '../kernel/index.ts';

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

/**
 * The part of a cancellation fee that is taken from the card's prepayment: what the wallet's prepayment, which returns to
 * the wallet and is charged there, does not cover.
 */
export function feeFromCard(fee: Minor, { toCard, toWallet }: RefundParts): Minor {
  return minMinor(toCard, maxMinor(ZERO, subtract(fee, toWallet)));
}
