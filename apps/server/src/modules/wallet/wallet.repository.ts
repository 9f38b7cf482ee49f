// The SQL of the ledger: post a balanced transaction once, read balances and histories. Nothing is ever changed.
import type { Minor } from '@kerb/domain/kernel';
import type { AccountRef, PersonAccount, ProviderAccount } from '@kerb/domain/ledger';
import type { ProviderName } from '@kerb/domain/payment';
import { type Generated, type GeneratedAlways, type Selectable, sql } from 'kysely';
import type { Queries, Tx } from '../../kit/index.ts';
import type { Posting, TransactionKind } from './posting.ts';

type WalletTables = {
  ledger_account: {
    id: Generated<string>;
    kind: string;
    owner: string | null;
    provider: ProviderName | null;
    balance: GeneratedAlways<Minor>;
  };
  ledger_transaction: {
    id: string;
    kind: TransactionKind;
    reference: string;
    booking: string | null;
    tx_ref: string;
    at: number;
  };
  ledger_entry: {
    id: GeneratedAlways<number>;
    transaction: string;
    account: string;
    amount: Minor;
    /** of the account, with this entry; set by the database */
    balance: GeneratedAlways<Minor>;
  };
  /** The entries of people's accounts, with what each was for. */
  wallet_history: HistoryRow & { owner: string };
};

/** One line of a wallet history; `type` says which way the amount went. */
export interface HistoryRow {
  id: number;
  kind: TransactionKind;
  type: 'Credit' | 'Debit' | 'Withdraw';
  amount: Minor;
  balance: Minor;
  tx_ref: string;
  booking: string | null;
  at: number;
}

const isPerson = (account: AccountRef): account is PersonAccount => 'owner' in account;
const isProvider = (account: AccountRef): account is ProviderAccount => 'provider' in account;
const keyOf = (account: AccountRef): string => {
  if (isPerson(account)) return account.owner;
  return isProvider(account) ? `provider ${account.provider}` : account.kind;
};

type AccountRow = Pick<Selectable<WalletTables['ledger_account']>, 'kind' | 'owner' | 'provider'>;

/** Each account once, always in the same order: people, then providers. */
function accountRows(accounts: readonly AccountRef[]): AccountRow[] {
  const rows = new Map<string, AccountRow>();
  for (const account of accounts) {
    if (isPerson(account)) rows.set(keyOf(account), { ...account, provider: null });
    else if (isProvider(account)) rows.set(keyOf(account), { ...account, owner: null });
  }
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

/** What reads the ledger. */
export function walletRepository(queries: Queries) {
  const db = queries.withTables<WalletTables>();
  return {
    /** 0 for somebody whose wallet was never used. */
    async balanceOf(owner: string): Promise<Minor | undefined> {
      const row = await db
        .selectFrom('ledger_account')
        .select('balance')
        .where('owner', '=', owner)
        .executeTakeFirst();
      return row?.balance;
    },

    async balancesOf(owners: readonly string[]): Promise<Map<string, Minor>> {
      if (owners.length === 0) return new Map();
      const rows = await db
        .selectFrom('ledger_account')
        .select(['owner', 'balance'])
        .where('owner', 'in', owners)
        .execute();
      return new Map(rows.flatMap((row) => (row.owner === null ? [] : [[row.owner, row.balance]])));
    },

    /** Newest first. */
    history(owner: string, { limit, before }: { limit: number; before?: number }): Promise<HistoryRow[]> {
      let query = db
        .selectFrom('wallet_history')
        .select(['id', 'kind', 'type', 'amount', 'balance', 'tx_ref', 'booking', 'at'])
        .where('owner', '=', owner)
        .orderBy('id', 'desc')
        .limit(limit);
      if (before !== undefined) query = query.where('id', '<', before);
      return query.execute();
    },

    /** The accounts whose kept balance is not the sum of their entries: always empty. */
    async disagreements(): Promise<{ account: string; kept: number; summed: number }[]> {
      const result = await sql<{ account: string; kept: number; summed: number }>`
        select a.id as account, a.balance as kept, coalesce(sum(e.amount), 0) as summed
        from ledger_account a left join ledger_entry e on e.account = a.id
        group by a.id having a.balance <> coalesce(sum(e.amount), 0)`.execute(db);
      return result.rows;
    },
  };
}

/** What writes the ledger: always inside the transaction of the change that moves the money. */
export function ledgerWriter(tx: Tx) {
  const db = tx.withTables<WalletTables>();

  /** Holds the accounts in one fixed order, people before the platform, so that two postings never deadlock. */
  async function holdAccounts(
    accounts: readonly AccountRef[],
  ): Promise<Map<string, { id: string; balance: Minor }>> {
    const rows = accountRows(accounts);
    if (rows.length > 0)
      await db
        .insertInto('ledger_account')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    const owners = accounts.flatMap((account) => (isPerson(account) ? [account.owner] : []));
    const providers = accounts.flatMap((account) => (isProvider(account) ? [account.provider] : []));
    const platform = accounts.flatMap((account) =>
      isPerson(account) || isProvider(account) ? [] : [account.kind],
    );
    const held = await db
      .selectFrom('ledger_account')
      .select(['id', 'kind', 'owner', 'provider', 'balance'])
      .where((eb) =>
        eb.or([
          ...(owners.length > 0 ? [eb('owner', 'in', owners)] : []),
          ...(providers.length > 0 ? [eb('provider', 'in', providers)] : []),
          ...(platform.length > 0
            ? [eb.and([eb('kind', 'in', platform), eb('owner', 'is', null), eb('provider', 'is', null)])]
            : []),
        ]),
      )
      .orderBy(sql`owner is null`)
      .orderBy('id')
      .forUpdate()
      .execute();
    const key = (row: (typeof held)[number]) =>
      row.owner ?? (row.provider === null ? row.kind : `provider ${row.provider}`);
    return new Map(held.map((row) => [key(row), row]));
  }

  return {
    /** The balance, held until the transaction ends: nobody spends it meanwhile. */
    async holdBalance(account: PersonAccount): Promise<Minor | undefined> {
      return (await holdAccounts([account])).get(account.owner)?.balance;
    },

    /** The balance of a wallet that may never have been used, held likewise. */
    async holdKnownBalance(owner: string): Promise<Minor | undefined> {
      const row = await db
        .selectFrom('ledger_account')
        .select('balance')
        .where('owner', '=', owner)
        .forUpdate()
        .executeTakeFirst();
      return row?.balance;
    },

    /**
     * Writes the transaction and its entries; false when one of this kind and reference was written before.
     * The database refuses entries that do not sum to zero when the transaction commits.
     */
    async post(posting: Posting): Promise<boolean> {
      const { entries } = posting;
      if (entries.length === 0) return false;
      const written = await db
        .insertInto('ledger_transaction')
        .values({
          id: posting.id,
          kind: posting.kind,
          reference: posting.reference,
          booking: posting.booking,
          tx_ref: posting.txRef,
          at: posting.at,
        })
        .onConflict((conflict) => conflict.constraint('ledger_transaction_once').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!written) return false;
      const accounts = await holdAccounts(entries.map((entry) => entry.account));
      await db
        .insertInto('ledger_entry')
        .values(
          entries.map((entry) => {
            const account = accounts.get(keyOf(entry.account));
            if (!account) throw new Error(`no ledger account for ${keyOf(entry.account)}`);
            return { transaction: posting.id, account: account.id, amount: entry.amount };
          }),
        )
        .execute();
      return true;
    },
  };
}
