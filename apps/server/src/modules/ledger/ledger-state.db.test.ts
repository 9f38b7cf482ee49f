// Tests that the money page shows one consistent snapshot while transactions are written, and the parts of the revenue.
import { minor } from '@kerb/domain/kernel';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../kit/testing/test-database.ts';
import { createWalletModule, type WalletApi } from '../wallet/index.ts';
import { createViewLedgerState } from './ledger-state.ts';

const WRITERS = 6;
const CREDITS_EACH = 15;

let database: TestDatabase;
let wallet: WalletApi;
beforeAll(async () => {
  database = await createTestDatabase();
  wallet = createWalletModule({
    db: database.queries,
    clock: { now: () => 1_000 },
    ids: { next: () => v7() },
    settings: { get: () => Promise.reject(new Error('not used here')) },
  }).api;
});
afterAll(() => database.close());

test('accounts and number of transactions are read from one snapshot', async () => {
  const credit = (owner: string) =>
    database.withTx((tx) =>
      wallet.creditByAdmin(tx, v7(), { account: { kind: 'rider', owner }, amount: minor(1) }),
    );
  const viewLedgerState = createViewLedgerState(database.queries);
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
    const { accounts, transactions } = await viewLedgerState();
    seen.push([accounts.find(({ kind }) => kind === 'rider')?.balance ?? 0, transactions]);
  }
  await writing;
  expect(seen.filter(([credited, transactions]) => credited !== transactions)).toEqual([]);
  expect(new Set(seen.map(([credited]) => credited)).size).toBeGreaterThan(3);
});

test('the revenue is the convenience fees, and the charges for vehicles of the platform, not of fleets', async () => {
  const driver = v7();
  const charge = (kind: 'rent' | 'commission', amount: number, fleetadmin: string | null = null) =>
    database.withTx((tx) =>
      wallet.chargeForVehicle(tx, {
        id: v7(),
        kind,
        booking: null,
        driver,
        fleetadmin,
        amount: minor(amount),
      }),
    );
  await charge('rent', 900);
  await charge('commission', 70);
  await charge('commission', -20);
  await charge('rent', 4_000, v7());
  await database.withTx((tx) =>
    wallet.settleRide(tx, v7(), {
      rider: v7(),
      driver,
      driver_share: minor(1_000),
      convenience_fees: minor(110),
      discount_amount: minor(0),
      usedWalletMoney: minor(1_110),
      cashPaymentAmount: minor(0),
      cardPaymentAmount: minor(0),
      prepaidAmount: minor(0),
    }),
  );
  const viewLedgerState = createViewLedgerState(database.queries);
  const { accounts, revenue } = await viewLedgerState();
  expect(revenue).toEqual({ fees: 110, rent: 900, commission: 50 });
  expect(accounts.find(({ kind }) => kind === 'platform_revenue')?.balance).toBe(1_060);
  // The next read adds the new charges to the sum that is cached.
  await charge('rent', 100);
  await charge('commission', 5);
  expect((await viewLedgerState()).revenue).toEqual({ fees: 110, rent: 1_000, commission: 55 });
});
