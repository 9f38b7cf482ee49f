// What stands between a person and deleting their account, as far as their own record says; the server decides.
import type { Me } from '@kerb/contract';

export type WalletHurdle = 'none' | 'forfeit' | 'debt';

/** Money left must be given up; money owed must be paid first. */
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
