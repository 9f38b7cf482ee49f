// What a person sees of their wallet: each entry as Credit, Debit or Withdraw with the balance it left.
import type { WalletEntry } from '@kerb/contract';
import { minor, toMajor } from '@kerb/domain/kernel';
import type { HistoryRow } from './wallet.repository.ts';

function typeOf(row: HistoryRow): WalletEntry['type'] {
  if (row.kind === 'withdrawal') return 'Withdraw';
  return row.amount > 0 ? 'Credit' : 'Debit';
}

export function presentWalletEntry(row: HistoryRow, decimals: number): WalletEntry {
  return {
    id: String(row.id),
    type: typeOf(row),
    amount: toMajor(minor(Math.abs(row.amount)), decimals),
    date: row.at,
    txRef: row.tx_ref,
    booking: row.booking,
    balance: toMajor(row.balance, decimals),
  };
}
