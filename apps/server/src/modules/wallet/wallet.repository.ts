// The SQL of the ledger: posts a balanced transaction once, reads balances and histories. Existing rows are never
// changed.
import type { Minor } from '@kerb/domain/kernel';
import type { AccountRef, PersonAccount, ProviderAccount } from '@kerb/domain/ledger';
import type { ProviderName } from '@kerb/domain/payment';
import { type Generated, type GeneratedAlways, sql } from 'kysely';
import type { Queries, Tx } from '../../kit/index.ts';
import type { Posting, TransactionKind } from './posting.ts';

type WalletTables = {
  ledger_accounts: {
    id: Generated<string>;
    kind: string;
    owner: string | null;
    provider: ProviderName | null;
    balance: GeneratedAlways<Minor>;
  };
  ledger_transactions: {
    id: string;
    kind: TransactionKind;
    reference: string;
    booking: string | null;
    tx_ref: string;
    at: number;
  };
  ledger_entries: {
    id: GeneratedAlways<number>;
    transaction: string;
    account: string;
    amount: Minor;
    /** balance of the account after this entry; set by the database */
    balance: GeneratedAlways<Minor>;
  };
  /** View of the entries of users' accounts, with the reference and reason of each. */
  wallet_history: HistoryRow & { owner: string };
};

/** One line of a wallet history; `type` is the direction of the amount. */
export interface HistoryRow {
  id: number;
  kind: TransactionKind;
  type: 'Credit' | 'Debit' | 'Withdraw';
  amount: Minor;
  balance: Minor;
  tx_ref: string;
  booking: string | null;
  at: number;
  /** The admin's reason for a credit; null for other entries. */
  reason: string | null;
}

const isPerson = (account: AccountRef): account is PersonAccount => 'owner' in account;
const isProvider = (account: AccountRef): account is ProviderAccount => 'provider' in account;
const keyOf = (account: AccountRef): string => {
  if (isPerson(account)) return account.owner;
  return isProvider(account) ? `provider ${account.provider}` : account.kind;
};

/** Reads the ledger. */
export function walletRepository(queries: Queries) {
  const db = queries.withTables<WalletTables>();
  return {
    /** Undefined for a user without a wallet. */
    async balanceOf(owner: string): Promise<Minor | undefined> {
      const row = await db
        .selectFrom('ledger_accounts')
        .select('balance')
        .where('owner', '=', owner)
        .executeTakeFirst();
      return row?.balance;
    },

    async balancesOf(owners: readonly string[]): Promise<Map<string, Minor>> {
      if (owners.length === 0) return new Map();
      const rows = await db
        .selectFrom('ledger_accounts')
        .select(['owner', 'balance'])
        .where('owner', 'in', owners)
        .execute();
      return new Map(rows.flatMap((row) => (row.owner === null ? [] : [[row.owner, row.balance]])));
    },

    /** Whether the ledger has any transaction. */
    async isWritten(): Promise<boolean> {
      return (
        (await db.selectFrom('ledger_transactions').select('id').limit(1).executeTakeFirst()) !== undefined
      );
    },

    /**
     * The amount that the transaction of this kind and reference moved in the owner's account; undefined without it.
     */
    async movedBy(kind: TransactionKind, reference: string, owner: string): Promise<Minor | undefined> {
      const row = await db
        .selectFrom('ledger_transactions as t')
        .innerJoin('ledger_entries as e', 'e.transaction', 't.id')
        .innerJoin('ledger_accounts as a', 'a.id', 'e.account')
        .select('e.amount')
        .where('t.kind', '=', kind)
        .where('t.reference', '=', reference)
        .where('a.owner', '=', owner)
        .executeTakeFirst();
      return row?.amount;
    },

    /** Newest first. */
    history(owner: string, { limit, before }: { limit: number; before?: number }): Promise<HistoryRow[]> {
      let query = db
        .selectFrom('wallet_history')
        .select(['id', 'kind', 'type', 'amount', 'balance', 'tx_ref', 'booking', 'at', 'reason'])
        .where('owner', '=', owner)
        .orderBy('id', 'desc')
        .limit(limit);
      if (before !== undefined) query = query.where('id', '<', before);
      return query.execute();
    },

    /** Accounts whose stored balance is not the sum of their entries; empty in a consistent ledger. */
    async mismatchedBalances(): Promise<{ account: string; stored: number; summed: number }[]> {
      const result = await sql<{ account: string; stored: number; summed: number }>`
        select a.id as account, a.balance as stored, coalesce(sum(e.amount), 0) as summed
        from ledger_accounts a left join ledger_entries e on e.account = a.id
        group by a.id having a.balance <> coalesce(sum(e.amount), 0)`.execute(db);
      return result.rows;
    },
  };
}

/** Sorts users' entries first: the accounts that all payments share are locked last, and always in the same order. */
const inLockingOrder = (
  one: { isPerson: boolean; row: { account: string } },
  other: { isPerson: boolean; row: { account: string } },
): number => {
  if (one.isPerson !== other.isPerson) return one.isPerson ? -1 : 1;
  if (one.row.account === other.row.account) return 0;
  return one.row.account < other.row.account ? -1 : 1;
};

/** The rows of a transaction's entries, in the order in which they are written. */
function entriesOf({ id: transaction, entries }: Posting, accounts: ReadonlyMap<string, string>) {
  return entries
    .map(({ account, amount }) => {
      const id = accounts.get(keyOf(account));
      if (!id) throw new Error(`no ledger account for ${keyOf(account)}`);
      return { isPerson: isPerson(account), row: { transaction, account: id, amount } };
    })
    .sort(inLockingOrder)
    .map(({ row }) => row);
}

/** Writes the ledger, always inside the transaction of the change that moves the money. */
export function ledgerWriter(tx: Tx) {
  const db = tx.withTables<WalletTables>();

  /**
   * Locks wallets until the transaction ends and returns their ids and balances; always in one order to prevent
   * deadlocks.
   */
  async function lockWallets(
    owners: readonly string[],
  ): Promise<{ id: string; owner: string; balance: Minor }[]> {
    const held = await sql<{ id: string; owner: string; balance: Minor }>`
      select id, owner, balance from ledger_hold(${[...new Set(owners)]}::uuid[])`.execute(db);
    return held.rows;
  }

  /**
   * Inserts missing accounts on first use. Concurrent transactions that insert the same account end up with one row.
   */
  async function makeAccounts(accounts: readonly (PersonAccount | ProviderAccount)[]): Promise<void> {
    const rows = new Map(
      accounts.map((account) => [
        keyOf(account),
        isPerson(account) ? { ...account, provider: null } : { ...account, owner: null },
      ]),
    );
    if (rows.size === 0) return;
    await db
      .insertInto('ledger_accounts')
      .values([...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /**
   * Finds the platform's and the providers' accounts without locking them; each is locked when its entry is inserted,
   * which comes last.
   */
  async function findPlatform(accounts: readonly AccountRef[]): Promise<[key: string, id: string][]> {
    const providers = accounts.flatMap((account) => (isProvider(account) ? [account.provider] : []));
    const kinds = accounts.flatMap((account) =>
      isPerson(account) || isProvider(account) ? [] : [account.kind],
    );
    if (providers.length + kinds.length === 0) return [];
    const found = await db
      .selectFrom('ledger_accounts')
      .select(['id', 'kind', 'provider'])
      .where((eb) =>
        eb.or([
          ...(providers.length > 0 ? [eb('provider', 'in', providers)] : []),
          ...(kinds.length > 0
            ? [eb.and([eb('kind', 'in', kinds), eb('owner', 'is', null), eb('provider', 'is', null)])]
            : []),
        ]),
      )
      .execute();
    return found.map(({ id, kind, provider }) => [provider === null ? kind : `provider ${provider}`, id]);
  }

  async function findAccounts(accounts: readonly AccountRef[]): Promise<Map<string, string>> {
    const owners = accounts.flatMap((account) => (isPerson(account) ? [account.owner] : []));
    const [people, platform] = await Promise.all([
      owners.length > 0 ? lockWallets(owners) : [],
      findPlatform(accounts),
    ]);
    return new Map([...people.map(({ id, owner }) => [owner, id] as const), ...platform]);
  }

  /** Returns the account id of every entry and locks the users' accounts. */
  async function openAccounts(accounts: readonly AccountRef[]): Promise<Map<string, string>> {
    const found = await findAccounts(accounts);
    const missing = accounts.filter((account) => !found.has(keyOf(account)));
    if (missing.length === 0) return found;
    await makeAccounts(missing.filter((account) => isPerson(account) || isProvider(account)));
    return findAccounts(accounts);
  }

  return {
    /** The balance, locked until the transaction ends. */
    async lockBalance(account: PersonAccount): Promise<Minor | undefined> {
      const [held] = await lockWallets([account.owner]);
      if (held) return held.balance;
      await makeAccounts([account]);
      return (await lockWallets([account.owner]))[0]?.balance;
    },

    /** The balance of a wallet that may never have been used, locked until the transaction ends. */
    async lockKnownBalance(owner: string): Promise<Minor | undefined> {
      return (await lockWallets([owner]))[0]?.balance;
    },

    /**
     * Writes the transaction and its entries; false when one of this kind and reference was already written. The
     * database rejects entries that do not sum to zero when the transaction commits.
     */
    async post(posting: Posting): Promise<boolean> {
      const { entries } = posting;
      if (entries.length === 0) return false;
      const insert = db
        .insertInto('ledger_transactions')
        .values({
          id: posting.id,
          kind: posting.kind,
          reference: posting.reference,
          booking: posting.booking,
          tx_ref: posting.txRef,
          at: posting.at,
        })
        .onConflict((conflict) => conflict.constraint('ledger_transaction_once').doNothing())
        .returning('id');
      const [written, accounts] = await Promise.all([
        insert.executeTakeFirst(),
        openAccounts(entries.map((entry) => entry.account)),
      ]);
      if (!written) return false;
      await db.insertInto('ledger_entries').values(entriesOf(posting, accounts)).execute();
      return true;
    },

    /** Writes many new transactions in the given order, which is also the order of their links in the chain. */
    async postEach(postings: readonly Posting[]): Promise<void> {
      const written = postings.filter(({ entries }) => entries.length > 0);
      if (written.length === 0) return;
      const accounts = await openAccounts([
        ...new Map(
          written.flatMap(({ entries }) => entries.map(({ account }) => [keyOf(account), account])),
        ).values(),
      ]);
      const transactions = written.map(({ id, kind, reference, booking, txRef: tx_ref, at }) => ({
        id,
        kind,
        reference,
        booking,
        tx_ref,
        at,
      }));
      await sql`
        insert into ledger_transactions (id, kind, reference, booking, tx_ref, at)
        select id, kind, reference, booking, tx_ref, at from jsonb_to_recordset(${JSON.stringify(transactions)}::jsonb)
          as t (id uuid, kind text, reference text, booking uuid, tx_ref text, at bigint)`.execute(db);
      const entries = written.flatMap((posting) => entriesOf(posting, accounts));
      await sql`
        insert into ledger_entries (transaction, account, amount)
        select transaction, account, amount
        from unnest(${entries.map(({ transaction }) => transaction)}::uuid[],
          ${entries.map(({ account }) => account)}::uuid[],
          ${entries.map(({ amount }) => amount)}::bigint[]) as e (transaction, account, amount)`.execute(db);
    },
  };
}
