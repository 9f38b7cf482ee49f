// Presents a page of a user's wallet history, newest first.
import type { WalletEntry } from '@kerb/contract';
import { toMajor, ZERO } from '@kerb/domain/kernel';
import { numberCursor } from '../../kit/index.ts';
import type { WalletApi } from './wallet.api.ts';
import type { HistoryRow } from './wallet.repository.ts';

/** Presents an entry as Credit, Debit or Withdraw, with the balance after it. */
function presentWalletEntry(row: HistoryRow, decimals: number): WalletEntry {
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

/** Throws `invalid_input` for a cursor that this list did not issue. */
export async function walletPage(
  api: Pick<WalletApi, 'history'>,
  uid: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  decimals: number,
): Promise<{ items: WalletEntry[]; nextCursor: string | null }> {
  const before = numberCursor(cursor);
  const rows = await api.history(uid, { limit: limit + 1, ...(before === undefined ? {} : { before }) });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => presentWalletEntry(row, decimals)),
    nextCursor: rows.length > page.length && last ? String(last.id) : null,
  };
}

/**
 * Returns the balance and a page of the history. On the first page the balance is taken from the newest entry, so that
 * both are consistent. Throws `invalid_input` for a cursor that this list did not issue.
 */
export async function walletView(
  api: Pick<WalletApi, 'history' | 'balanceOf'>,
  uid: string,
  query: { limit: number; cursor?: string | undefined },
  decimals: number,
): Promise<{ items: WalletEntry[]; nextCursor: string | null; walletBalance: number }> {
  const page = await walletPage(api, uid, query, decimals);
  const balance = async () => toMajor(await api.balanceOf(uid), decimals);
  const newest = page.items[0]?.balance ?? toMajor(ZERO, decimals);
  return { walletBalance: query.cursor === undefined ? newest : await balance(), ...page };
}
