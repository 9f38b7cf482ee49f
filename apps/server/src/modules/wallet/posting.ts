// Type of a ledger transaction with its entries.
import type { TransactionKind } from '@kerb/contract';
import type { LedgerEntry } from '@kerb/domain/ledger';

export type { TransactionKind };

export interface Posting {
  id: string;
  kind: TransactionKind;
  /** Idempotency key: at most one transaction of a kind and reference is written. */
  reference: string;
  booking: string | null;
  /** Reference shown in the wallet history: the booking's id, or AdminCredit. */
  txRef: string;
  /** ms since the epoch */
  at: number;
  entries: readonly LedgerEntry[];
}
