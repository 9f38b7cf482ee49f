// What can be written to the ledger: a transaction, once, and the entries that a business event makes.
import type { TransactionKind } from '@kerb/contract';
import type { LedgerEntry } from '@kerb/domain/ledger';

export type { TransactionKind };

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
  entries: readonly LedgerEntry[];
}
