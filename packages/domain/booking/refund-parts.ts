// Where money of a paid trip goes back to: the card that paid first, the wallet for the rest.
import { type Minor, minMinor, subtract } from '../kernel/index.ts';

export interface RefundParts {
  toCard: Minor;
  toWallet: Minor;
}

/** `cardLeft` is what the card paid and has not got back yet; cash and wallet money go back to the wallet. */
export function refundParts(amount: Minor, cardLeft: Minor): RefundParts {
  const toCard = minMinor(amount, cardLeft);
  return { toCard, toWallet: subtract(amount, toCard) };
}
