// Tests the verification of the ledger: a gapless chain under concurrent writes, a seal for each finished day, and
// every planted fault found.
import { minor } from '@kerb/domain/kernel';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../kit/testing/test-database.ts';
import type { StoredFile } from '../../ports/storage.ts';
import { createWalletModule, type WalletApi } from '../wallet/index.ts';
import { ledgerRepository } from './ledger.repository.ts';
import { createViewLedgerState } from './ledger-state.ts';
import { type Seal, sealBytes, sealFile, sealKey, sealMac } from './seal.ts';
import { createSealDays } from './seal-days.ts';
import { verifyLedger } from './verify-ledger.ts';

const DAY = 86_400_000;
/** Monday noon in Montevideo. */
const NOON = Date.parse('2026-03-02T15:00:00Z');
const secret = 'secret of the tests';
const files = new Map<string, StoredFile>();
const storage = {
  put: async (key: string, file: StoredFile) => void files.set(key, file),
  get: async (key: string) => files.get(key) ?? null,
  remove: async (key: string) => void files.delete(key),
};
const time = { now: NOON };
const clock = { now: () => time.now };
const settings = { get: async () => ({ timezone: 'America/Montevideo' }) };

let database: TestDatabase;
let wallet: WalletApi;
let sealDays: () => Promise<string[]>;
const people = { ana: v7(), leo: v7() };

const credit = (owner: string, amount: number, reference: string = v7()) =>
  database.withTx((tx) =>
    wallet.creditByAdmin(tx, reference, { account: { kind: 'rider', owner }, amount: minor(amount) }),
  );
const charge = (fee: number) =>
  database.withTx((tx) =>
    wallet.chargeCancellation(tx, v7(), { rider: people.ana, driver: people.leo, fee: minor(fee) }),
  );
const verify = () => verifyLedger({ db: database.queries, storage, secret });
/** The differences that the verification finds: name of the check → its sentences. */
async function differences(): Promise<Record<string, string[]>> {
  const { checks } = await verify();
  return Object.fromEntries(
    checks.flatMap(({ name, differences: found }) => (found.length > 0 ? [[name, found]] : [])),
  );
}
/** Changes rows as the owner of the database can, with triggers and constraints disabled. */
const tamper = (...statements: string[]) =>
  database.asOwner.query(
    `begin; set local session_replication_role = replica; ${statements.join(';')}; commit`,
  );
const one = async <Value>(query: string): Promise<Value> => {
  const { rows } = await database.asOwner.query({ text: query, rowMode: 'array' });
  return rows[0]?.[0];
};

beforeAll(async () => {
  database = await createTestDatabase();
  wallet = createWalletModule({
    db: database.queries,
    clock,
    ids: { next: () => v7() },
    settings: { get: () => Promise.reject(new Error('not used here')) },
  }).api;
  sealDays = createSealDays({
    db: database.queries,
    withTx: database.withTx,
    clock,
    settings,
    storage,
    secret,
  });
});
afterAll(() => database.close());

describe('the chain', () => {
  it('is gapless under concurrent writes, batches and rollbacks', async () => {
    const several = () =>
      database.withTx(async (tx) => {
        const account = { kind: 'rider', owner: people.ana } as const;
        for (const amount of [minor(5), minor(6)]) await wallet.creditByAdmin(tx, v7(), { account, amount });
      });
    const taken = () =>
      database
        .withTx(async (tx) => {
          await wallet.creditByAdmin(tx, v7(), {
            account: { kind: 'rider', owner: people.ana },
            amount: minor(7),
          });
          throw new Error('taken back');
        })
        .catch(() => undefined);
    const reference = v7();
    await Promise.all(
      Array.from({ length: 20 }, () => [
        credit(people.ana, 100),
        credit(people.ana, 1, reference),
        several(),
        taken(),
        charge(3),
      ]).flat(),
    );
    expect(await differences()).toEqual({});
    const head = await ledgerRepository(database.queries).head();
    expect(head?.seq).toBe(20 + 1 + 40 + 20);
    expect(await wallet.balanceOf(people.ana)).toBe(20 * 100 + 1 + 20 * 11 - 20 * 3);
  });

  it('rejects entries inserted after the link in the same database transaction', async () => {
    const id = v7();
    const work = database.withTx(async (tx) => {
      const add = (amount: number) =>
        sql`insert into ledger_entries (transaction, account, amount)
          select ${id}, a.id, v.sign * ${amount}::bigint from (values (1, 'bank'), (-1, 'cash_in_hand')) as v (sign, kind)
          join ledger_accounts a on a.kind = v.kind`.execute(tx);
      await sql`insert into ledger_transactions (id, kind, reference, tx_ref, at)
        values (${id}, 'topup', ${id}, 'x', 1)`.execute(tx);
      await add(5);
      await sql`set constraints all immediate`.execute(tx);
      await add(6);
    });
    await expect(work).rejects.toThrow('written at once');
  });

  it('retries a transaction with an older snapshot instead of adding a second link', async () => {
    let first = true;
    await database.withTx(
      async (tx) => {
        const before = await ledgerRepository(tx).head();
        if (first) await credit(people.ana, 1);
        first = false;
        await wallet.creditByAdmin(tx, v7(), { account: { kind: 'rider', owner: v7() }, amount: minor(2) });
        expect(before?.seq).toBeGreaterThan(0);
      },
      { isolation: 'repeatable read' },
    );
    expect(await differences()).toEqual({});
  });
});

describe('seals', () => {
  it('are made once for each finished day, including missed days', async () => {
    expect(await sealDays()).toEqual([]);
    time.now = NOON + DAY;
    await credit(people.ana, 10);
    // Two servers seal at the same time.
    expect((await Promise.all([sealDays(), sealDays()])).flat()).toEqual(['2026-03-02']);
    time.now = NOON + 4 * DAY;
    expect(await sealDays()).toEqual(['2026-03-03', '2026-03-04', '2026-03-05']);
    expect(await sealDays()).toEqual([]);
    const seals = await ledgerRepository(database.queries).seals();
    const [, , tuesday, monday] = seals;
    expect(tuesday?.through).toBe((monday?.through ?? 0) + 1);
    expect(seals.map(({ total }) => total)).toEqual([0, 0, 0, 0]);
    expect(seals.map(({ through }) => through).slice(0, 3)).toEqual([
      tuesday?.through,
      tuesday?.through,
      tuesday?.through,
    ]);
    expect([...files.keys()].sort()).toEqual(seals.map(({ day }) => sealFile(day)).sort());
    expect(await differences()).toEqual({});
  });

  it('use days of settings.timezone, not of UTC', async () => {
    time.now = Date.parse('2026-03-07T02:59:00Z');
    expect(await sealDays()).toEqual([]);
    time.now = Date.parse('2026-03-07T03:00:00Z');
    expect(await sealDays()).toEqual(['2026-03-06']);
  });

  it('rewrite a missing file, and never replace a file that differs', async () => {
    const key = sealFile('2026-03-06');
    const file = files.get(key);
    files.delete(key);
    expect(await sealDays()).toEqual([]);
    expect(files.get(key)?.bytes).toEqual(file?.bytes);
    files.set(key, { bytes: Buffer.from('{}'), contentType: 'application/json' });
    time.now += DAY;
    await expect(sealDays()).rejects.toThrow('2026-03-06 differs from its file');
    expect(files.get(key)?.bytes.toString()).toBe('{}');
    if (file) files.set(key, file);
    time.now -= DAY;
  });

  it('are included in the state shown on the money page', async () => {
    const state = await createViewLedgerState(database.queries)();
    const head = await ledgerRepository(database.queries).head();
    expect(state).toMatchObject({ total: 0, separated: true, lastSeal: { day: '2026-03-06' } });
    expect(state).toMatchObject({ transactions: head?.seq, chainHead: head?.hash });
    expect(state.accounts.find(({ kind }) => kind === 'rider')).toMatchObject({
      provider: null,
      accounts: 2,
    });
  });
});

describe('the verification detects', () => {
  const tables = [
    'ledger_accounts',
    'ledger_transactions',
    'ledger_entries',
    'ledger_chain_links',
    'ledger_seals',
  ];
  let copies: [string, StoredFile][] = [];
  beforeAll(async () => {
    copies = [...files];
    for (const table of tables) await database.asOwner.query(`create table saved_${table} as table ${table}`);
  });
  beforeEach(async () => {
    files.clear();
    for (const [key, file] of copies) files.set(key, file);
    await tamper(
      ...tables.flatMap((table) => [
        `delete from ${table}`,
        `insert into ${table} overriding system value select * from saved_${table}`,
      ]),
    );
    expect(await differences()).toEqual({});
  });

  const account = () => one<string>(`select id from ledger_accounts where owner = '${people.ana}'`);
  const transactionOf = (seq: number) =>
    one<string>(`select transaction from ledger_chain_links where seq = ${seq}`);
  /** Recomputes every hash after a change, as an attacker with knowledge of the algorithm would. */
  const rechain = `do $$ declare l record; last bytea := decode(repeat('00', 32), 'hex'); begin
    for l in select * from ledger_chain_links order by seq loop
      update ledger_chain_links set prev_hash = last,
        hash = sha256(last || convert_to(ledger_link_text(l.seq, l.transaction), 'UTF8'))
      where seq = l.seq returning hash into last;
    end loop; end $$`;
  /** Moves one cent from the platform to the rider and adjusts all running balances and balances to match. */
  const consistently = (transaction: string) => [
    `update ledger_entries e set amount = e.amount + sign(e.amount)::bigint where transaction = '${transaction}'`,
    `update ledger_entries e set balance = r.balance from (
       select x.id, sum(x.amount) over (partition by x.account order by c.seq, x.id) as balance
       from ledger_entries x join ledger_chain_links c on c.transaction = x.transaction) as r where r.id = e.id`,
    'update ledger_accounts a set balance = coalesce((select sum(amount) from ledger_entries where account = a.id), 0)',
  ];

  it('a balance changed by one cent', async () => {
    const id = await account();
    await tamper(`update ledger_accounts set balance = balance + 1 where id = '${id}'`);
    const found = await differences();
    expect(Object.keys(found)).toEqual([
      'balances are the sum of entries',
      'all balances sum to zero',
      'recomputed by the domain',
    ]);
    expect(found['balances are the sum of entries']).toEqual([expect.stringContaining(id)]);
    expect(found['all balances sum to zero']).toEqual(['all balances together are 1']);
  });

  it('an entry changed by one cent', async () => {
    const id = await transactionOf(9);
    await tamper(
      `update ledger_entries set amount = amount + 1 where id = (select min(id) from ledger_entries where transaction = '${id}')`,
    );
    const found = await differences();
    for (const name of [
      'transactions balanced',
      'running balances',
      'chain of hashes',
      'recomputed by the domain',
    ])
      expect([name, found[name]]).toEqual([name, expect.arrayContaining([expect.stringContaining(id)])]);
  });

  it('a running balance changed by one cent', async () => {
    const id = await transactionOf(9);
    await tamper(
      `update ledger_entries set balance = balance - 1 where id = (select max(id) from ledger_entries where transaction = '${id}')`,
    );
    const found = await differences();
    expect(Object.keys(found)).toEqual(['running balances', 'chain of hashes', 'recomputed by the domain']);
    expect(found['running balances']).toEqual([expect.stringContaining(id)]);
  });

  it('a link with another hash', async () => {
    await tamper("update ledger_chain_links set hash = sha256('x') where seq = 5");
    expect(await differences()).toEqual({
      'chain of hashes': [
        expect.stringMatching(/^link 5, .*not what/),
        expect.stringMatching(/^link 6, .*before$/),
      ],
    });
  });

  it('a transaction without a link', async () => {
    const id = await transactionOf(5);
    await tamper('delete from ledger_chain_links where seq = 5');
    const found = await differences();
    expect(found['chain of hashes']).toContain(`transaction ${id}: it is not in the chain`);
  });

  it('a changed reference of a transaction', async () => {
    const id = await transactionOf(12);
    await tamper(`update ledger_transactions set reference = 'another' where id = '${id}'`);
    expect(await differences()).toEqual({ 'chain of hashes': [expect.stringContaining(id)] });
  });

  it('a deleted transaction with its entries and its link', async () => {
    const id = await transactionOf(9);
    await tamper(
      `delete from ledger_entries where transaction = '${id}'`,
      `delete from ledger_transactions where id = '${id}'`,
      `delete from ledger_chain_links where transaction = '${id}'`,
      'update ledger_accounts a set balance = coalesce((select sum(amount) from ledger_entries where account = a.id), 0)',
    );
    const found = await differences();
    expect(found['chain of hashes']).toEqual([expect.stringMatching(/^link 10, .*missing$/)]);
    expect(found['seals fit the chain']?.length).toBeGreaterThan(0);
  });

  it('a chain recomputed after the change, by means of the seals', async () => {
    await tamper(...consistently(await transactionOf(9)), rechain);
    const found = await differences();
    expect(Object.keys(found)).toEqual(['seals fit the chain']);
    expect(found['seals fit the chain']?.[0]).toBe(
      'seal of 2026-03-02: the chain has another hash at its link',
    );
  });

  it('a chain and seals recomputed with the secret, by means of the seal files', async () => {
    await tamper(...consistently(await transactionOf(9)), rechain);
    const ledger = ledgerRepository(database.queries);
    const seals: Seal[] = [];
    for (const old of (await ledger.seals()).reverse()) {
      const content = {
        ...old,
        head: (await ledger.link(old.through))?.hash ?? '',
        prev: seals.at(-1)?.mac ?? old.prev,
      };
      seals.push({ ...content, mac: sealMac(sealKey(secret), content) });
    }
    const hex = (text: string) => `decode('${text}', 'hex')`;
    await tamper(
      ...seals.map(
        ({ day, head, prev, mac }) =>
          `update ledger_seals set head_hash = ${hex(head)}, prev_mac = ${hex(prev)}, mac = ${hex(mac)} where day = '${day}'`,
      ),
    );
    const found = await differences();
    expect(Object.keys(found)).toEqual(['seals and their files']);
    expect(found['seals and their files']).toHaveLength(seals.length);
    for (const seal of seals) files.set(sealFile(seal.day), { bytes: sealBytes(seal), contentType: 'x' });
    expect(await differences()).toEqual({});
  });

  it('an altered seal', async () => {
    await tamper("update ledger_seals set sealed_at = sealed_at + 1 where day = '2026-03-03'");
    expect(await differences()).toEqual({
      'seals signed here': ['seal of 2026-03-03: altered, or made with another KERB_SECRET'],
      'seals and their files': [expect.stringContaining('2026-03-03')],
    });
  });

  it('a deleted seal or seal file', async () => {
    await tamper("delete from ledger_seals where day = '2026-03-04'");
    expect(Object.keys(await differences())).toEqual(['seals fit the chain']);
    files.delete(sealFile('2026-03-03'));
    expect((await differences())['seals and their files']).toEqual([
      'seal of 2026-03-03: there is no file ledger-seals/2026-03-03.json',
    ]);
  });

  it('a ride without a paid booking', async () => {
    const booking = v7();
    await database.withTx((tx) =>
      wallet.settleRide(tx, booking, {
        rider: people.ana,
        driver: people.leo,
        driver_share: minor(900),
        convenience_fees: minor(100),
        discount_amount: minor(0),
        usedWalletMoney: minor(1000),
        cashPaymentAmount: minor(0),
        cardPaymentAmount: minor(0),
        prepaidAmount: minor(0),
      }),
    );
    const found = await differences();
    expect(Object.keys(found)).toEqual(['paid bookings and their rides', 'recomputed by the domain']);
    expect(found['paid bookings and their rides']).toContainEqual(
      expect.stringContaining(`booking ${booking}, account platform_revenue: 0 by the booking, 100 in`),
    );
  });

  it('an inconsistent ledger, which then cannot be sealed', async () => {
    await tamper(`update ledger_accounts set balance = balance + 1 where owner = '${people.ana}'`);
    time.now += DAY;
    await expect(sealDays()).rejects.toThrow('ledger_seal_total_check');
    time.now -= DAY;
  });
});
