// Tests withdrawals: requested once, decided once, and every amount accounted for under concurrent and repeated
// requests.
import { routes, type Withdraw } from '@kerb/contract';
import { minor } from '@kerb/domain/kernel';
import { afterEach, describe, expect, test } from 'vitest';
import { createUsersEnvironment, type Someone } from '../../users/testing/users-environment.ts';

const environment = await createUsersEnvironment();
afterEach(() => environment.set({}));
const admin = await environment.someone('admin', { firstName: 'Adriana' });
const { wallet } = environment.app.modules;
const bank = { bankName: 'Banco Sur', bankCode: 'SURUYMM', bankAccount: '001-2233' };

interface Page {
  items: Withdraw[];
  nextCursor: string | null;
  pending: { count: number; amount: number };
}

/** Adds a driver with bank details and this balance in minor units. */
async function driver(
  balance: number,
  given: Parameters<typeof environment.someone>[1] = bank,
): Promise<Someone> {
  const someone = await environment.someone('driver', given);
  await credit(someone, balance);
  return someone;
}
const credit = ({ uid, usertype }: Someone, amount: number) =>
  environment.withTx((tx) =>
    wallet.api.creditByAdmin(tx, crypto.randomUUID(), {
      account: { kind: usertype === 'rider' ? 'rider' : 'driver', owner: uid },
      amount: minor(amount),
    }),
  );
const ask = (who: Someone | null, body: object, headers: Record<string, string> = {}) =>
  environment.call<Withdraw>(who, routes.requestWithdraw, { body, headers });
const complete = (who: Someone | null, id: string) =>
  environment.call<Withdraw>(who, routes.completeWithdraw, { id, body: {} });
const giveBack = (who: Someone | null, id: string, reason = 'The account is closed') =>
  environment.call<Withdraw>(who, routes.returnWithdraw, { id, body: { reason } });
const list = (query = '') => environment.call<Page>(admin, routes.listWithdraws, { query });
const balanceOf = ({ uid }: Someone) => wallet.api.balanceOf(uid);
const account = async (kind: string): Promise<number> => {
  const { rows } = await environment.pool.query(
    'select balance::int as balance from ledger_accounts where kind = $1 and owner is null',
    [kind],
  );
  return rows[0].balance;
};

describe('a withdraw request', () => {
  test('debits the balance at once and copies the current bank details', async () => {
    const who = await driver(10_000);
    const before = await account('withdrawals_payable');
    await environment.events();
    const { status, body } = await ask(who, { amount: 40.25 });
    expect(status).toBe(201);
    expect(body).toMatchObject({ uid: who.uid, name: 'Ana', amount: 40.25, processed: false, ...bank });
    expect(body).toMatchObject({ procesDate: null, returned: null });
    expect(await balanceOf(who)).toBe(5975);
    expect(await account('withdrawals_payable')).toBe(before + 4025);
    const published = await environment.events();
    expect(published).toContainEqual(
      expect.objectContaining({ name: 'me.changed', topics: [`user:${who.uid}`, 'money'] }),
    );
    expect(published).toContainEqual(
      expect.objectContaining({
        name: 'withdraw.changed',
        topics: [`user:${who.uid}`, 'money'],
        data: { withdraw_id: body.id, uid: who.uid, state: 'pending', amount: 4025 },
      }),
    );
    const history = await wallet.api.history(who.uid, { limit: 1 });
    expect(history[0]).toMatchObject({ type: 'Withdraw', kind: 'withdrawal', amount: 4025, balance: 5975 });
  });

  test.each([
    ['nothing', { amount: 0 }],
    ['less than nothing', { amount: -5 }],
    ['no number', { amount: Number.NaN }],
    ['words', { amount: '12' }],
    ['no amount', {}],
    ['three decimals where there are two', { amount: 1.005 }],
    ['more than any number of cents', { amount: 1e300 }],
  ])('refuses %s', async (_, body) => {
    const who = await driver(10_000);
    const { code, body: problem } = await ask(who, body);
    expect(code).toBe('no_details_error');
    expect(problem).toMatchObject({ errors: [{ path: 'amount' }] });
    expect(await balanceOf(who)).toBe(10_000);
  });

  test('rejects an infinite amount', async () => {
    const who = await driver(10_000);
    const { json } = await environment.app.server
      .inject({
        method: 'POST',
        url: '/api/v1/me/withdraws',
        headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
        payload: '{"amount":1e309}',
      })
      .then((response) => ({ json: response.json() }));
    expect(json).toMatchObject({ code: 'no_details_error', errors: [{ path: 'amount' }] });
    expect(await balanceOf(who)).toBe(10_000);
  });

  test('rejects more than the balance, to the cent', async () => {
    const who = await driver(1000);
    expect((await ask(who, { amount: 10.01 })).code).toBe('insufficient_wallet');
    expect((await ask(who, { amount: 10 })).status).toBe(201);
    expect((await ask(who, { amount: 0.01 })).code).toBe('insufficient_wallet');
    expect(await balanceOf(who)).toBe(0);
  });

  test('is created once when many arrive at the same time with a balance for one', async () => {
    const who = await driver(5000);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(who, { amount: 50 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(402)]);
    expect(await balanceOf(who)).toBe(0);
    const { rows } = await environment.pool.query('select 1 from withdraws where uid = $1', [who.uid]);
    expect(rows).toHaveLength(1);
  });

  test('repeated with its idempotency key is the same request', async () => {
    const who = await driver(5000);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await ask(who, { amount: 20 }, headers);
    const second = await ask(who, { amount: 20 }, headers);
    expect(second.body.id).toBe(first.body.id);
    expect(await balanceOf(who)).toBe(3000);
  });

  test('debits what fleet admins earned with their vehicles, and is listed, exported and returned', async () => {
    const owner = await environment.someone('fleetadmin', { ...bank, firstName: 'Flor' });
    const renter = await environment.someone('driver');
    await environment.withTx((tx) =>
      wallet.api.chargeForVehicle(tx, {
        id: crypto.randomUUID(),
        kind: 'rent',
        booking: null,
        driver: renter.uid,
        fleetadmin: owner.uid,
        amount: minor(5000),
      }),
    );
    const shown = await environment.call<{ walletBalance: number; items: object[] }>(owner, routes.getWallet);
    expect(shown.body).toMatchObject({
      walletBalance: 50,
      items: [{ type: 'Credit', kind: 'vehicle_rent' }],
    });
    const { body } = await ask(owner, { amount: 50 });
    expect(body).toMatchObject({ name: 'Flor', amount: 50, ...bank });
    expect(await balanceOf(owner)).toBe(0);
    const mine = await environment.call<Page>(owner, routes.listMyWithdraws);
    expect(mine.body.items).toMatchObject([{ id: body.id }]);
    expect((await list('?q=Flor')).body.items).toMatchObject([{ id: body.id, uid: owner.uid }]);
    const exported = await environment.call<{ withdraws: object[] }>(owner, routes.exportMe);
    expect(exported.body.withdraws).toMatchObject([{ id: body.id }]);
    expect((await environment.call(owner, routes.deleteMe, { body: { forfeit: true } })).code).toBe(
      'payout_pending',
    );
    await giveBack(admin, body.id);
    expect(await balanceOf(owner)).toBe(5000);
    expect((await environment.call(owner, routes.openTopup, { body: { amount: 5 } })).code).toBe('forbidden');
  });

  test('is open to riders only while the operator allows it', async () => {
    const rider = await environment.someone('rider', bank);
    await credit(rider, 5000);
    expect((await ask(rider, { amount: 10 })).code).toBe('withdraw_not_allowed');
    await environment.set({ RiderWithDraw: true });
    expect((await ask(rider, { amount: 10 })).status).toBe(201);
    expect(await balanceOf(rider)).toBe(4000);
    expect((await ask(await environment.someone('admin'), { amount: 10 })).code).toBe('forbidden');
    expect((await ask(null, { amount: 10 })).code).toBe('not_logged_in');
  });

  test('requires bank details while there are bank fields, and uses those of the profile', async () => {
    const who = await driver(5000, {});
    const missing = await ask(who, { amount: 10, bankName: 'Banco Sur' });
    expect(missing.code).toBe('bank_details_missing');
    expect(missing.body).toMatchObject({ errors: [{ path: 'bankAccount' }] });
    expect(await balanceOf(who)).toBe(5000);
    expect((await ask(who, { amount: 10, bankName: 'Banco Sur', bankAccount: ' 77 ' })).body).toMatchObject({
      bankName: 'Banco Sur',
      bankCode: '',
      bankAccount: '77',
    });
    const me = await environment.call<Record<string, unknown>>(who, routes.getMe);
    expect(me.body).toMatchObject({ bankName: 'Banco Sur', bankAccount: '77' });
    expect((await ask(who, { amount: 10 })).body).toMatchObject({ bankAccount: '77' });
    await environment.set({ bank_fields: false });
    const withoutBank = await driver(5000, {});
    expect((await ask(withoutBank, { amount: 10 })).body).toMatchObject({
      bankName: null,
      bankAccount: null,
    });
  });

  test('is visible to its own user only', async () => {
    const one = await driver(5000);
    const other = await driver(5000);
    const { body } = await ask(one, { amount: 1 });
    await ask(one, { amount: 2 });
    await ask(other, { amount: 3 });
    const page = await environment.call<Page>(one, routes.listMyWithdraws, { query: '?limit=1' });
    expect(page.body.items.map(({ amount }) => amount)).toEqual([2]);
    const next = await environment.call<Page>(one, routes.listMyWithdraws, {
      query: `?limit=1&cursor=${page.body.nextCursor}`,
    });
    expect(next.body.items.map(({ id }) => id)).toEqual([body.id]);
    expect(next.body.nextCursor).toBeNull();
    const odd = await environment.call<Page>(one, routes.listMyWithdraws, { query: '?cursor=nonsense' });
    expect(odd.code).toBe('invalid_input');
  });
});

describe('deciding a withdrawal', () => {
  test('completes a request once, with the date and the posting to the bank', async () => {
    const who = await driver(5000);
    const { body } = await ask(who, { amount: 50 });
    const payable = await account('withdrawals_payable');
    const atBank = await account('bank');
    const done = await complete(admin, body.id);
    expect(done.body).toMatchObject({ processed: true, procesDate: expect.any(Number), returned: null });
    expect(await account('withdrawals_payable')).toBe(payable - 5000);
    expect(await account('bank')).toBe(atBank + 5000);
    expect((await complete(admin, body.id)).code).toBe('already_processed');
    expect((await giveBack(admin, body.id)).code).toBe('already_processed');
    expect(await account('bank')).toBe(atBank + 5000);
    expect(await balanceOf(who)).toBe(0);
    const audit = await environment.call<{ items: object[] }>(admin, routes.getUserAudit, { id: who.uid });
    expect(audit.body.items[0]).toMatchObject({ action: 'wallet', after: { processed: true } });
  });

  test('refunds the money once, with the reason', async () => {
    const who = await driver(5000);
    const { body } = await ask(who, { amount: 30 });
    expect((await giveBack(admin, body.id, '  ')).code).toBe('invalid_input');
    const back = await giveBack(admin, body.id);
    expect(back.body).toMatchObject({ processed: false, returned: { reason: 'The account is closed' } });
    expect(await balanceOf(who)).toBe(5000);
    expect((await giveBack(admin, body.id)).code).toBe('already_processed');
    expect((await complete(admin, body.id)).code).toBe('already_processed');
    expect(await balanceOf(who)).toBe(5000);
  });

  test('applies exactly one of several concurrent decisions', async () => {
    const who = await driver(5000);
    const { body } = await ask(who, { amount: 50 });
    const atBank = await account('bank');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 ? complete(admin, body.id) : giveBack(admin, body.id))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'already_processed')).toHaveLength(7);
    expect((await balanceOf(who)) + (await account('bank')) - atBank).toBe(5000);
  });

  test('is for admins only, and for existing requests', async () => {
    const who = await driver(5000);
    const { body } = await ask(who, { amount: 50 });
    for (const role of ['rider', 'driver', 'fleetadmin'] as const) {
      const other = await environment.someone(role);
      expect((await complete(other, body.id)).code).toBe('forbidden');
      expect((await giveBack(other, body.id)).code).toBe('forbidden');
    }
    expect((await complete(who, body.id)).code).toBe('forbidden');
    expect((await complete(null, body.id)).code).toBe('not_logged_in');
    expect((await complete(admin, crypto.randomUUID())).code).toBe('not_found');
    expect(await balanceOf(who)).toBe(0);
  });
});

describe('the list', () => {
  test('filters, searches by name, account and amount, and always returns the pending total', async () => {
    await environment.pool.query('delete from withdraws');
    const maria = await driver(100_000, { ...bank, firstName: 'María', bankAccount: '99%77' });
    const other = await driver(100_000);
    const first = await ask(maria, { amount: 12.5 });
    const second = await ask(other, { amount: 100 });
    await ask(other, { amount: 7 });
    await complete(admin, first.body.id);
    await giveBack(admin, second.body.id);
    const amounts = async (query: string) => (await list(query)).body.items.map(({ amount }) => amount);
    expect(await amounts('')).toEqual([7, 100, 12.5]);
    expect(await amounts('?state=pending')).toEqual([7]);
    expect(await amounts('?state=processed')).toEqual([12.5]);
    expect(await amounts('?state=returned')).toEqual([100]);
    expect(await amounts('?q=mar%C3%ADa')).toEqual([12.5]);
    expect(await amounts('?q=9%25')).toEqual([12.5]);
    expect(await amounts('?q=100')).toEqual([100]);
    expect(await amounts('?q=no-such-person')).toEqual([]);
    expect((await list('?state=returned')).body.pending).toEqual({ count: 1, amount: 7 });
    expect((await list('?state=lost')).code).toBe('invalid_input');
  });

  test('is searched by amount in both notations of decimals', async () => {
    await environment.pool.query('delete from withdraws');
    const who = await driver(1_000_000);
    for (const amount of [12.5, 1250, 1250.5]) await ask(who, { amount });
    const amounts = async (q: string) =>
      (await list(`?q=${encodeURIComponent(q)}`)).body.items.map(({ amount }) => amount);
    for (const q of ['12,50', '12.5', '١٢٫٥٠']) expect([q, await amounts(q)]).toEqual([q, [12.5]]);
    for (const q of ['1.250,50', '1,250.50', '1250,5', '1 250,50', '1’250.50'])
      expect([q, await amounts(q)]).toEqual([q, [1250.5]]);
    for (const q of ['1,250', '1.250', '1250', '1.250,00'])
      expect([q, await amounts(q)]).toEqual([q, [1250]]);
    for (const q of ['1,2,3', '12,', '1.250.50']) expect([q, await amounts(q)]).toEqual([q, []]);
  });

  test('contains no bank details without bank fields or in demonstration mode', async () => {
    const who = await driver(5000);
    await ask(who, { amount: 1 });
    expect((await list('?limit=1')).body.items[0]).toMatchObject(bank);
    const hidden = { bankName: null, bankCode: null, bankAccount: null };
    await environment.set({ AllowCriticalEditsAdmin: false });
    expect((await list('?limit=1')).body.items[0]).toMatchObject(hidden);
    expect((await list(`?q=${bank.bankAccount}`)).body.items).toEqual([]);
    await environment.set({ bank_fields: false });
    expect((await list('?limit=1')).body.items[0]).toMatchObject(hidden);
  });
});

describe('the bank file', () => {
  const download = (query = '', who: Someone | null = admin) =>
    environment.call(who, routes.exportWithdraws, { query });

  test('has the columns for a transfer, and escapes formulas', async () => {
    const who = await driver(500_000, {
      ...bank,
      firstName: '=1+1',
      bankName: 'Sur;=1+1',
      bankAccount: '+SUM(A1)',
    });
    const { body } = await ask(who, { amount: 1250.5 });
    const { text, headers } = await download('?state=pending');
    expect(headers['content-disposition']).toBe('attachment; filename="withdraws.csv"');
    expect(headers['cache-control']).toBe('no-store');
    const [head, ...lines] = text.slice(1).split('\r\n');
    expect(head).toBe(
      'id,date,name,bankName,bankCode,bankAccount,amount,currency,processed,procesDate,returned,returnReason',
    );
    expect(lines.find((line) => line.startsWith(body.id))).toBe(
      `${body.id},${new Date(body.date).toISOString()},'=1+1,"Sur;'=1+1",SURUYMM,'+SUM(A1),1250.50,UYU,false,,,`,
    );
    await complete(admin, body.id);
    expect((await download('?state=pending')).text).not.toContain(body.id);
  });

  test('is not available in demonstration mode, or to users who are not admins', async () => {
    await environment.set({ AllowCriticalEditsAdmin: false });
    expect((await download()).code).toBe('demo_mode');
    await environment.set({ bank_fields: false });
    expect((await download()).text).not.toContain('bankAccount');
    expect((await download('', await environment.someone('fleetadmin'))).code).toBe('forbidden');
    expect((await download('', null)).code).toBe('not_logged_in');
  });
});

describe('a user who deletes the account', () => {
  test('waits until an open request is decided', async () => {
    const who = await driver(5000);
    const { body } = await ask(who, { amount: 50 });
    const remove = () => environment.call(who, routes.deleteMe, { body: { forfeit: true } });
    expect((await remove()).code).toBe('payout_pending');
    await complete(admin, body.id);
    expect((await remove()).status).toBe(204);
  });
});

describe('a user whom an admin deletes', () => {
  test('is still paid an open request, and is then anonymised', async () => {
    const who = await driver(5000);
    const { body } = await ask(who, { amount: 50 });
    const exported = await environment.call<{ withdraws: object[] }>(who, routes.exportMe);
    expect(exported.body.withdraws).toEqual([expect.objectContaining({ id: body.id, amount: 50, ...bank })]);
    expect((await environment.call(admin, routes.deleteUser, { id: who.uid })).status).toBe(204);
    const row = async () => (await list()).body.items.find(({ id }) => id === body.id);
    // The wallet is gone, so the transfer stays open with its bank details.
    expect((await giveBack(admin, body.id)).code).toBe('transition_not_allowed');
    expect(await row()).toMatchObject({ name: 'Ana', processed: false, returned: null, ...bank });
    expect(await balanceOf(who)).toBe(0);
    await complete(admin, body.id);
    const gone = { name: '', bankName: '', bankCode: '', bankAccount: '' };
    expect(await row()).toMatchObject({ processed: true, ...gone });
  });

  test('leaves no name in requests that were decided before', async () => {
    const who = await driver(5000);
    const { body } = await ask(who, { amount: 50 });
    await complete(admin, body.id);
    await environment.call(who, routes.deleteMe, { body: {} });
    const row = (await list()).body.items.find(({ id }) => id === body.id);
    expect(row).toMatchObject({ amount: 50, name: '', bankAccount: '' });
  });
});
