// What a person sees of their wallet: each entry as Credit, Debit or Withdraw with the balance it left.
import type { WalletEntry } from '@kerb/contract';
import { toMajor } from '@kerb/domain/kernel';
import type { HistoryRow } from './wallet.repository.ts';

export function presentWalletEntry(row: HistoryRow, decimals: number): WalletEntry {
  return {
    id: String(row.id),
    kind: row.kind,
    type: row.type,
    amount: toMajor(row.amount, decimals),
    date: row.at,
    txRef: row.tx_ref,
    booking: row.booking,
    reason: row.reason,
    balance: toMajor(row.balance, decimals),
  };
}
