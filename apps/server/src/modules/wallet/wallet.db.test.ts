// Tests the invariants of the ledger that the database enforces: balanced transactions, immutable entries, matching
// balances.
import { DomainError, minor } from '@kerb/domain/kernel';
import { settings as settingsSchema } from '@kerb/domain/settings';
import fc from 'fast-check';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../kit/testing/test-database.ts';
import { createWalletModule, type WalletApi } from './index.ts';
import { ledgerWriter, walletRepository } from './wallet.repository.ts';

let database: TestDatabase;
let wallet: WalletApi;
let settings = settingsSchema.parse({});
beforeAll(async () => {
  database = await createTestDatabase();
  const deps = {
    clock: { now: () => 1_000 },
    ids: { next: () => v7() },
    settings: { get: async () => settings },
  };
  wallet = createWalletModule({ db: database.queries, ...deps }).api;
});
afterAll(() => database.close());

const rider = (owner: string) => ({ kind: 'rider', owner }) as const;
const credit = (owner: string, amount: number, reference: string = v7()) =>
  database.withTx((tx) =>
    wallet.creditByAdmin(tx, reference, { account: rider(owner), amount: minor(amount) }),
  );
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) =>
      error instanceof DomainError ? error.code : error instanceof Error ? error.message : 'odd',
  );
const posting = (entries: Parameters<ReturnType<typeof ledgerWriter>['post']>[0]['entries']) => ({
  id: v7(),
  kind: 'topup' as const,
  reference: v7(),
  booking: null,
  txRef: 'test',
  at: 1,
  entries,
});

describe('the database', () => {
  it('rejects a transaction whose entries do not sum to zero, and one without entries', async () => {
    const owner = v7();
    const unbalanced = posting([
      { account: rider(owner), amount: minor(500) },
      { account: { kind: 'payments_held' }, amount: minor(-499) },
    ]);
    expect(await refusal(database.withTx((tx) => ledgerWriter(tx).post(unbalanced)))).toMatch(/not balanced/);
    expect(await wallet.balanceOf(owner)).toBe(0);
    const empty = `insert into ledger_transactions (id, kind, reference, tx_ref, at) values ('${v7()}', 'ride', 'x', 'x', 1)`;
    expect(await refusal(database.pool.query(empty))).toMatch(/not balanced/);
  });

  const changes = [
    ['update ledger_entries set amount = amount + 1', /append-only/],
    ['delete from ledger_entries', /append-only/],
    ['truncate ledger_entries, ledger_transactions, ledger_chain_links cascade', /append-only/],
    ['update ledger_transactions set at = 0', /append-only/],
    ['delete from ledger_transactions', /append-only/],
    ['update ledger_chain_links set seq = seq + 1', /append-only/],
    ['delete from ledger_chain_links', /append-only/],
    ['update ledger_seals set sealed_at = 0', /append-only/],
    ['delete from ledger_seals', /append-only/],
    ['truncate ledger_seals', /append-only/],
    ['update ledger_accounts set balance = 1000000', /only through ledger entries/],
    ['delete from ledger_accounts', /only through ledger entries/],
  ] as const;

  it.each(changes)('refuses the server’s own role, and its owner too: %s', async (change, reason) => {
    const owner = v7();
    await credit(owner, 700);
    expect(await refusal(database.pool.query(change))).toMatch(/^permission denied for table ledger_/);
    expect(await refusal(database.asOwner.query(change))).toMatch(reason);
    expect(await wallet.balanceOf(owner)).toBe(700);
  });

  it('rejects values of the server’s role in columns that the database computes', async () => {
    for (const statement of [
      `insert into ledger_accounts (kind, owner, balance) values ('rider', '${v7()}', 100000)`,
      `insert into ledger_entries (transaction, account, amount, balance) values ('${v7()}', '${v7()}', 1, 1)`,
      `insert into ledger_transactions (id, kind, reference, tx_ref, at, written_by)
         values ('${v7()}', 'ride', 'x', 'x', 1, '1')`,
      `insert into ledger_chain_links (seq, transaction, prev_hash, hash) values (1, '${v7()}', '', '')`,
      'alter table ledger_entries disable trigger all',
      'drop trigger ledger_entry_append_only on ledger_entries',
      'create or replace function ledger_is_append_only() returns trigger language plpgsql as $$ begin return new; end $$',
      'update kerb_migration set checksum = $$$$',
    ])
      expect([statement, await refusal(database.pool.query(statement))]).toEqual([
        statement,
        expect.stringMatching(/permission denied|must be owner/),
      ]);
  });

  it('rejects entries added to an earlier transaction, even if they balance', async () => {
    const owner = v7();
    const first = posting([
      { account: rider(owner), amount: minor(500) },
      { account: { kind: 'payments_held' }, amount: minor(-500) },
    ]);
    await database.withTx((tx) => ledgerWriter(tx).post(first));
    const more = `insert into ledger_entries (transaction, account, amount)
      select '${first.id}', id, sign from ledger_accounts, (values (1), (-1)) as v (sign) where owner = '${owner}'`;
    expect(await refusal(database.pool.query(more))).toMatch(/written at once/);
  });

  it('rejects entries added after an early check of the constraint within the transaction', async () => {
    const owner = v7();
    const first = posting([
      { account: rider(owner), amount: minor(500) },
      { account: { kind: 'payments_held' }, amount: minor(-500) },
    ]);
    const added = database.withTx(async (tx) => {
      await ledgerWriter(tx).post(first);
      await sql`set constraints all immediate`.execute(tx);
      await sql`insert into ledger_entries (transaction, account, amount)
        select ${first.id}::uuid, id, 1 from ledger_accounts where owner = ${owner}::uuid`.execute(tx);
    });
    expect(await refusal(added)).toMatch(/written at once/);
    expect(await wallet.balanceOf(owner)).toBe(0);
  });
});

describe('the wallet', () => {
  it('credits once for a reference, also with two concurrent requests', async () => {
    const owner = v7();
    const reference = v7();
    await Promise.all([credit(owner, 300, reference), credit(owner, 300, reference)]);
    await credit(owner, 300, reference);
    expect(await wallet.balanceOf(owner)).toBe(300);
    expect(await refusal(credit(owner, 0))).toBe('no_details_error');
  });

  it('never reserves the same money for two bookings', async () => {
    const owner = v7();
    await credit(owner, 1_000);
    const hold = () => database.withTx((tx) => wallet.reservePrepayment(tx, v7(), owner, minor(600)));
    const outcomes = await Promise.all([refusal(hold()), refusal(hold()), refusal(hold())]);
    expect(outcomes.sort()).toEqual(['done', 'insufficient_wallet', 'insufficient_wallet']);
    expect(await wallet.balanceOf(owner)).toBe(400);
  });

  it('reserves once for a booking, and reports another expected amount', async () => {
    const owner = v7();
    const booking = v7();
    await credit(owner, 1_000);
    const hold = (amount: number) =>
      database.withTx((tx) => wallet.reservePrepayment(tx, booking, owner, minor(amount)));
    await hold(300);
    await hold(300);
    expect(await wallet.balanceOf(owner)).toBe(700);
    await expect(hold(400)).rejects.toThrow('300 is held, and not 400');
    expect(await wallet.balanceOf(owner)).toBe(700);
  });

  it('publishes each change of a balance once to its user and to the money page', async () => {
    const owner = v7();
    const reference = v7();
    await credit(owner, 500, reference);
    await credit(owner, 500, reference);
    const { rows } = await database.pool.query(
      'select name, topics, data from outbox_events where $1 = any(topics)',
      [`user:${owner}`],
    );
    expect(rows).toEqual([{ name: 'me.changed', topics: [`user:${owner}`, 'money'], data: { uid: owner } }]);
  });

  it('excludes a driver with a balance of zero or less from tasks only while negative balances are off', async () => {
    const owner = v7();
    expect(await wallet.blockedForTasks(owner)).toBe(false);
    settings = settingsSchema.parse({ negativeBalance: false });
    expect(await wallet.blockedForTasks(owner)).toBe(true);
    await credit(owner, 1);
    expect(await wallet.blockedForTasks(owner)).toBe(false);
    settings = settingsSchema.parse({});
  });

  it('keeps every balance equal to its entries for random postings, concurrent or in sequence', async () => {
    const owners = [v7(), v7(), v7()];
    const move = fc.record({
      from: fc.constantFrom(...owners),
      to: fc.constantFrom(...owners),
      amount: fc.integer({ min: 1, max: 10_000 }),
      step: fc.constantFrom('cancellation' as const, 'ride' as const, 'credit' as const),
    });
    const expected = new Map(owners.map((owner) => [owner, 0]));
    const change = (owner: string, amount: number) =>
      expected.set(owner, (expected.get(owner) ?? 0) + amount);
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 12 }), async (moves) => {
        await Promise.all(
          moves.map(({ from, to, amount, step }) =>
            database.withTx(async (tx) => {
              const fee = minor(amount);
              if (step === 'credit')
                await wallet.creditByAdmin(tx, v7(), { account: rider(to), amount: fee });
              else if (step === 'cancellation')
                await wallet.chargeCancellation(tx, v7(), { rider: from, driver: to, fee });
              else
                await wallet.settleRide(tx, v7(), {
                  rider: from,
                  driver: to,
                  driver_share: fee,
                  convenience_fees: minor(7),
                  discount_amount: minor(0),
                  usedWalletMoney: minor(7),
                  cashPaymentAmount: fee,
                  cardPaymentAmount: minor(0),
                  prepaidAmount: minor(0),
                });
            }),
          ),
        );
        for (const { from, to, amount, step } of moves) {
          if (step === 'credit') change(to, amount);
          if (step === 'cancellation') [change(from, -amount), change(to, amount)];
          if (step === 'ride') change(from, -7);
        }
        const balances = await wallet.balancesOf(owners);
        expect(owners.map((owner) => balances.get(owner) ?? 0)).toEqual(
          owners.map((one) => expected.get(one)),
        );
        expect(await walletRepository(database.queries).mismatchedBalances()).toEqual([]);
        const { rows } = await database.pool.query(
          'select coalesce(sum(balance), 0) as total from ledger_accounts',
        );
        expect(Number(rows[0].total)).toBe(0);
      }),
      { numRuns: 15 },
    );
  });

  it('has a history with the balance after each entry, newest first, in pages', async () => {
    const owner = v7();
    for (const amount of [100, 200, 300]) await credit(owner, amount);
    const first = await wallet.history(owner, { limit: 2 });
    const second = await wallet.history(owner, { limit: 2, before: first.at(-1)?.id ?? 0 });
    const lines = [...first, ...second].map(({ amount, balance, tx_ref }) => [amount, balance, tx_ref]);
    expect(lines).toEqual([
      [300, 600, 'AdminCredit'],
      [200, 300, 'AdminCredit'],
      [100, 100, 'AdminCredit'],
    ]);
  });
});
