// Tests admin credit: credited once per idempotency key, with its reason stored, and shown on the ledger page.
import { type LedgerState, type LedgerTransactionView, routes, type WalletEntry } from '@kerb/contract';
import { describe, expect, test } from 'vitest';
import { createUsersEnvironment, type Someone } from '../../users/testing/users-environment.ts';

const environment = await createUsersEnvironment();
const admin = await environment.someone('admin', { firstName: 'Adriana' });

const reason = 'Goodwill for a late driver';
const add = (who: Someone | null, id: string, body: object, headers: Record<string, string> = {}) =>
  environment.call<{ walletBalance: number }>(who, routes.addToWallet, { id, body, headers });
const historyOf = async (who: Someone) =>
  (await environment.call<{ items: WalletEntry[] }>(who, routes.getWallet)).body.items;
const state = async () => (await environment.call<LedgerState>(admin, routes.getLedger)).body;
const transactions = async (query = '') =>
  (
    await environment.call<{ items: LedgerTransactionView[]; nextCursor: string | null }>(
      admin,
      routes.listLedgerTransactions,
      { query },
    )
  ).body;

describe('adding money to a wallet', () => {
  test.each(['rider', 'driver', 'fleetadmin'] as const)(
    'credits a %s and says why, there and in the audit',
    async (role) => {
      const who = await environment.someone(role);
      await environment.events();
      const { status, body } = await add(admin, who.uid, { amount: 25.5, reason });
      expect([status, body]).toEqual([200, { walletBalance: 25.5 }]);
      expect(await historyOf(who)).toMatchObject([
        { type: 'Credit', kind: 'admin_credit', amount: 25.5, txRef: 'AdminCredit', reason, balance: 25.5 },
      ]);
      expect(await environment.events()).toContainEqual(
        expect.objectContaining({ name: 'me.changed', topics: [`user:${who.uid}`, 'money'] }),
      );
      const audit = await environment.call<{ items: object[] }>(admin, routes.getUserAudit, { id: who.uid });
      expect(audit.body.items).toMatchObject([
        {
          action: 'wallet',
          by: { id: admin.uid },
          before: { walletBalance: 0 },
          after: { walletBalance: 25.5, amount: 25.5, source: 'credit', reason },
        },
      ]);
    },
  );

  test('requires only the amount: without a reason the entry shows its kind', async () => {
    const who = await environment.someone('rider');
    expect((await add(admin, who.uid, { amount: 5 })).body).toEqual({ walletBalance: 5 });
    expect((await add(admin, who.uid, { amount: 1, reason: '   ' })).body).toEqual({ walletBalance: 6 });
    const entry = { type: 'Credit', kind: 'admin_credit', txRef: 'AdminCredit', reason: null };
    expect(await historyOf(who)).toMatchObject([
      { ...entry, amount: 1 },
      { ...entry, amount: 5 },
    ]);
    const { items } = await transactions(`?person=${who.uid}`);
    expect(items.map(({ kind, reason: why }) => [kind, why])).toEqual([
      ['admin_credit', null],
      ['admin_credit', null],
    ]);
  });

  test('debits the cash desk or the operator, as requested', async () => {
    const who = await environment.someone('rider');
    const accounts = async () =>
      Object.fromEntries((await state()).accounts.map(({ kind, balance }) => [kind, balance]));
    const before = await accounts();
    await add(admin, who.uid, { amount: 10, source: 'cash', reason });
    await add(admin, who.uid, { amount: 4, source: 'credit', reason });
    const after = await accounts();
    expect((before.cash_in_hand ?? 0) - (after.cash_in_hand ?? 0)).toBeCloseTo(10);
    expect((before.admin_credit ?? 0) - (after.admin_credit ?? 0)).toBeCloseTo(4);
    expect((await state()).total).toBe(0);
  });

  test.each([
    ['nothing', { amount: 0, reason }, 'no_details_error'],
    ['less', { amount: -1, reason }, 'no_details_error'],
    ['no amount', { reason }, 'no_details_error'],
    ['three decimals', { amount: 0.125, reason }, 'no_details_error'],
    ['too much', { amount: 1e15, reason }, 'no_details_error'],
    ['a reason that is too long', { amount: 5, reason: 'x'.repeat(301) }, 'invalid_input'],
    ['an unknown source', { amount: 5, reason, source: 'magic' }, 'invalid_input'],
  ])('refuses %s', async (_, body, code) => {
    const who = await environment.someone('rider');
    expect((await add(admin, who.uid, body)).code).toBe(code);
    expect(await historyOf(who)).toEqual([]);
  });

  test('writes the credit of a fleet admin to the wallet of the fleet, to be withdrawn from there', async () => {
    const who = await environment.someone('fleetadmin', { firstName: 'Flor', lastName: 'Paz' });
    await add(admin, who.uid, { amount: 8, source: 'cash', reason });
    const { items } = await transactions(`?person=${who.uid}`);
    expect(items[0]?.entries).toContainEqual({
      account: 'fleet',
      owner: who.uid,
      name: 'Flor Paz',
      amount: 8,
    });
    const body = { amount: 8, bankName: 'Banco Sur', bankAccount: '77' };
    expect((await environment.call(who, routes.requestWithdraw, { body })).status).toBe(201);
    expect((await historyOf(who))[0]).toMatchObject({ type: 'Withdraw', amount: 8, balance: 0 });
    expect((await state()).total).toBe(0);
  });

  test('rejects users who are deleted or have no wallet', async () => {
    const gone = await environment.someone('rider');
    await environment.call(gone, routes.deleteMe, { body: {} });
    for (const uid of [gone.uid, admin.uid, crypto.randomUUID()])
      expect((await add(admin, uid, { amount: 5, reason })).code).toBe('not_found');
    const rider = await environment.someone('rider');
    for (const role of ['rider', 'driver', 'fleetadmin'] as const)
      expect((await add(await environment.someone(role), rider.uid, { amount: 5, reason })).code).toBe(
        'forbidden',
      );
    expect((await add(rider, rider.uid, { amount: 5, reason })).code).toBe('forbidden');
    expect((await add(null, rider.uid, { amount: 5, reason })).code).toBe('not_logged_in');
  });

  test('credits once for repeated requests, also after the stored response has expired', async () => {
    const who = await environment.someone('rider');
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const send = () => add(admin, who.uid, { amount: 5, reason }, headers);
    const many = await Promise.all(Array.from({ length: 6 }, send));
    expect(many.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect((await send()).body).toEqual({ walletBalance: 5 });
    await environment.pool.query('delete from idempotency_keys');
    expect((await send()).body).toEqual({ walletBalance: 5 });
    expect(await historyOf(who)).toHaveLength(1);
    const audit = await environment.call<{ items: object[] }>(admin, routes.getUserAudit, { id: who.uid });
    expect(audit.body.items).toHaveLength(1);
  });

  test('erases the reason with the account, not the money', async () => {
    const who = await environment.someone('rider');
    await add(admin, who.uid, { amount: 5, reason });
    await environment.call(who, routes.deleteMe, { body: { forfeit: true } });
    const { items } = await transactions(`?person=${who.uid}`);
    expect(items).toMatchObject([{ kind: 'admin_credit', reason: null }]);
    expect(items[0]?.entries).toContainEqual({ account: 'rider', owner: who.uid, name: '', amount: 5 });
  });
});

describe('the ledger page', () => {
  test('explains why a balance changed, page by page, filtered by person on request', async () => {
    const who = await environment.someone('rider', { firstName: 'Eva', lastName: 'Luz' });
    await add(admin, who.uid, { amount: 5, source: 'cash', reason });
    await add(admin, who.uid, { amount: 6, reason });
    const [newest, older] = (await transactions()).items;
    expect(newest?.entries.map(({ amount }) => amount).sort()).toEqual([-6, 6]);
    expect(newest?.entries).toContainEqual({ account: 'rider', owner: who.uid, name: 'Eva Luz', amount: 6 });
    expect(older).toMatchObject({ kind: 'admin_credit', txRef: 'AdminCredit', booking: null, reason });
    const first = await transactions(`?person=${who.uid}&limit=1`);
    const second = await transactions(`?person=${who.uid}&limit=1&cursor=${first.nextCursor}`);
    expect([first.items[0]?.id, second.items[0]?.id]).toEqual([newest?.id, older?.id]);
    expect(second.nextCursor).toBeNull();
    expect((await transactions(`?booking=${crypto.randomUUID()}`)).items).toEqual([]);
    expect(await transactions('?cursor=nonsense')).toMatchObject({ code: 'invalid_input' });
  });

  test('sums to zero, with as many chain links as transactions', async () => {
    const { accounts, total, transactions: links, chainHead } = await state();
    expect(total).toBe(0);
    expect(accounts.find(({ kind }) => kind === 'rider')?.accounts).toBeGreaterThan(1);
    const { rows } = await environment.pool.query('select count(*)::int as count from ledger_transactions');
    expect(links).toBe(rows[0].count);
    expect(chainHead).toMatch(/^[0-9a-f]{64}$/);
  });

  test('lists seals by day, and rejects an invalid day', async () => {
    const seals = await environment.call<{ items: object[] }>(admin, routes.listLedgerSeals);
    expect(seals.body.items).toEqual([]);
    for (const day of ['2026-02-31', '2026-13-01', '2026-02-28x'])
      expect((await environment.call(admin, routes.listLedgerSeals, { query: `?cursor=${day}` })).code).toBe(
        'invalid_input',
      );
  });

  test('is open to admins only', async () => {
    for (const role of ['rider', 'driver', 'fleetadmin'] as const) {
      const who = await environment.someone(role);
      for (const route of [routes.getLedger, routes.listLedgerTransactions, routes.listLedgerSeals])
        expect((await environment.call(who, route)).code).toBe('forbidden');
    }
  });
});
