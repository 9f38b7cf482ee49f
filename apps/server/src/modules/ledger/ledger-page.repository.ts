// The SQL of the money page: transactions with their entries, and the daily seals, newest first.
import type { TransactionKind } from '@kerb/contract';
import type { Minor } from '@kerb/domain/kernel';
import type { AccountRef } from '@kerb/domain/ledger';
import type { ProviderName } from '@kerb/domain/payment';
import { sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';

export interface TransactionRow {
  /** Sequence number of its link in the hash chain: 1, 2, 3 … in the order of the commits. */
  seq: number;
  id: string;
  kind: TransactionKind;
  at: number;
  tx_ref: string;
  booking: string | null;
  reason: string | null;
}

export interface EntryRow {
  transaction: string;
  kind: AccountRef['kind'];
  owner: string | null;
  provider: ProviderName | null;
  amount: Minor;
}

export interface SealRow {
  /** YYYY-MM-DD */
  day: string;
  hash: string;
  transactions: number;
  at: number;
}

export interface TransactionFilter {
  booking?: string | undefined;
  person?: string | undefined;
}

interface Page<Before> {
  limit: number;
  /** The last row of the previous page. */
  before: Before | undefined;
}

export function ledgerPageRepository(db: Queries) {
  return {
    async transactions(
      { booking, person }: TransactionFilter,
      { limit, before }: Page<number>,
    ): Promise<TransactionRow[]> {
      const conditions = [
        sql`true`,
        ...(before === undefined ? [] : [sql`c.seq < ${before}`]),
        ...(booking === undefined ? [] : [sql`t.booking = ${booking}`]),
        ...(person === undefined
          ? []
          : [
              sql`t.id in (select e.transaction from ledger_entries e
                join ledger_accounts a on a.id = e.account where a.owner = ${person})`,
            ]),
      ];
      const { rows } = await sql<TransactionRow>`
        select c.seq, t.id, t.kind, t.at, t.tx_ref, t.booking, nullif(credit.reason, '') as reason
        from ledger_chain_links c
        join ledger_transactions t on t.id = c.transaction
        left join admin_credits credit on credit.transaction = t.id
        where ${sql.join(conditions, sql` and `)}
        order by c.seq desc limit ${limit}`.execute(db);
      return rows;
    },

    async entriesOf(transactions: readonly string[]): Promise<EntryRow[]> {
      if (transactions.length === 0) return [];
      const { rows } = await sql<EntryRow>`
        select e.transaction, a.kind, a.owner, a.provider, e.amount
        from ledger_entries e join ledger_accounts a on a.id = e.account
        where e.transaction = any (${transactions}::uuid[]) order by e.id`.execute(db);
      return rows;
    },

    async seals({ limit, before }: Page<string>): Promise<SealRow[]> {
      const { rows } = await sql<SealRow>`
        select to_char(day, 'YYYY-MM-DD') as day, encode(head_hash, 'hex') as hash,
          through_seq as transactions, sealed_at as at
        from ledger_seals where ${before === undefined ? sql`true` : sql`day < ${before}::date`}
        order by ledger_seals.day desc limit ${limit}`.execute(db);
      return rows;
    },
  };
}
