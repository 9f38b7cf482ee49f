// What can be written to the ledger: a transaction and its entries, in the words of the business.
import type { Minor } from '@kerb/domain/kernel';

/** Somebody's wallet. A positive balance is owed to them. */
export interface PersonAccount {
  kind: 'rider' | 'driver' | 'fleet';
  owner: string;
}

/** The platform's own accounts. */
export interface PlatformAccount {
  kind:
    | 'platform_revenue'
    | 'promo_expense'
    | 'card_clearing'
    | 'cash_in_hand'
    | 'prepaid_held'
    | 'admin_credit'
    | 'withdrawals';
}

export type AccountRef = PersonAccount | PlatformAccount;

export type TransactionKind =
  | 'ride'
  | 'prepayment'
  | 'prepayment_refund'
  | 'cancellation'
  | 'admin_credit'
  | 'topup'
  | 'withdrawal';

export interface PostingEntry {
  account: AccountRef;
  /** Positive adds to what the account is owed. */
  amount: Minor;
}

export interface Posting {
  id: string;
  kind: TransactionKind;
  /** One transaction of a kind and reference is ever written. */
  reference: string;
  booking: string | null;
  /** What the wallet history shows: the booking's id, or AdminCredit. */
  txRef: string;
  /** ms since the epoch */
  at: number;
  entries: readonly PostingEntry[];
}
