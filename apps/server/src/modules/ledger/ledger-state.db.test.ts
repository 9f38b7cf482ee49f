// Tests that the money page shows one consistent snapshot while transactions are written.
import { minor } from '@kerb/domain/kernel';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../kit/testing/test-database.ts';
import { createWalletModule } from '../wallet/index.ts';
import { viewLedgerState } from './ledger-state.ts';

const WRITERS = 6;
const CREDITS_EACH = 15;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('accounts and number of transactions are read from one snapshot', async () => {
  const { api: wallet } = createWalletModule({
    db: database.queries,
    clock: { now: () => 1_000 },
    ids: { next: () => v7() },
    settings: { get: () => Promise.reject(new Error('not used here')) },
  });
  const credit = (owner: string) =>
    database.withTx((tx) =>
      wallet.creditByAdmin(tx, v7(), { account: { kind: 'rider', owner }, amount: minor(1) }),
    );
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, async () => {
    const owner = v7();
    for (let nth = 0; nth < CREDITS_EACH; nth += 1) await credit(owner);
  });
  const writing = Promise.all(writers).finally(() => {
    isOver = true;
  });
  const seen: [credited: number, transactions: number][] = [];
  while (!isOver) {
    const { accounts, transactions } = await viewLedgerState(database.queries);
    seen.push([accounts.find(({ kind }) => kind === 'rider')?.balance ?? 0, transactions]);
  }
  await writing;
  expect(seen.filter(([credited, transactions]) => credited !== transactions)).toEqual([]);
  expect(new Set(seen.map(([credited]) => credited)).size).toBeGreaterThan(3);
});
