// Checks whether the user's own record blocks deleting the account; the server makes the final decision.
import type { Me } from '@kerb/contract';

export type WalletHurdle = 'none' | 'forfeit' | 'debt';

/** A positive balance must be forfeited; a negative balance must be paid first. */
export function walletHurdle({ walletBalance }: Pick<Me, 'walletBalance'>): WalletHurdle {
  if (walletBalance > 0) return 'forfeit';
  return walletBalance < 0 ? 'debt' : 'none';
}

interface Consent {
  readonly understood: boolean;
  readonly forfeit: boolean;
}

export function mayDelete(hurdle: WalletHurdle, { understood, forfeit }: Consent): boolean {
  switch (hurdle) {
    case 'none':
      return understood;
    case 'forfeit':
      return understood && forfeit;
    case 'debt':
      return false;
  }
}
