// Tests that a wallet and its history are consistent when an entry is written between their two reads.
import { minor } from '@kerb/domain/kernel';
import { expect, test } from 'vitest';
import type { HistoryRow } from './wallet.repository.ts';
import { walletView } from './wallet-page.ts';

const entry = (id: number, amount: number, balance: number): HistoryRow => ({
  id,
  kind: 'admin_credit',
  type: 'Credit',
  amount: minor(amount),
  balance: minor(balance),
  tx_ref: 'AdminCredit',
  booking: null,
  at: 1,
  reason: null,
});

/** A fake wallet that writes another entry after every read. */
function createMovingWallet() {
  const entries = [entry(1, 500, 500)];
  const move = (): void => {
    entries.unshift(entry(entries.length + 1, 500, (entries.length + 1) * 500));
  };
  return {
    async balanceOf() {
      const balance = entries[0]?.balance ?? minor(0);
      move();
      return balance;
    },
    async history(_: string, { limit, before }: { limit: number; before?: number }) {
      const rows = entries.filter(({ id }) => before === undefined || id < before).slice(0, limit);
      move();
      return rows;
    },
  };
}

test('the balance on the first page is that of the newest entry', async () => {
  const { walletBalance, items } = await walletView(createMovingWallet(), 'ana', { limit: 10 }, 2);
  expect([walletBalance, items[0]?.balance]).toEqual([5, 5]);
});

test('the balance on a later page is the current one', async () => {
  const wallet = createMovingWallet();
  await walletView(wallet, 'ana', { limit: 10 }, 2);
  const { walletBalance, items } = await walletView(wallet, 'ana', { limit: 10, cursor: '2' }, 2);
  expect([walletBalance, items.map(({ id }) => id)]).toEqual([15, ['1']]);
});

test('a wallet without entries is empty', async () => {
  const wallet = { balanceOf: async () => minor(0), history: async () => [] };
  expect(await walletView(wallet, 'ana', { limit: 10 }, 2)).toEqual({
    walletBalance: 0,
    items: [],
    nextCursor: null,
  });
});
