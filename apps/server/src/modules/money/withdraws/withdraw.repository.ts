// The SQL of withdraw requests: insert, decide once, list newest first.

import type { Minor } from '@kerb/domain/kernel';
import type { PersonAccount } from '@kerb/domain/ledger';
import { type ExpressionBuilder, sql } from 'kysely';
import { insertRows, type Queries, type Tx } from '../../../kit/index.ts';

export interface WithdrawRow {
  id: string;
  uid: string;
  /** The kind of wallet that was debited. */
  account: PersonAccount['kind'];
  name: string;
  amount: Minor;
  date: number;
  bank_name: string | null;
  bank_code: string | null;
  bank_account: string | null;
  processed: boolean;
  proces_date: number | null;
  returned_at: number | null;
  return_reason: string | null;
  decided_by: string | null;
}

type WithdrawTables = { withdraws: WithdrawRow };

export type WithdrawState = 'pending' | 'processed' | 'returned';

export interface WithdrawFilter {
  uid?: string | undefined;
  state?: WithdrawState | undefined;
  q?: string | undefined;
  /** The amounts that `q` can mean; empty when it is not an amount. */
  amounts?: readonly Minor[];
  /** Whether `q` is also searched in bank accounts. */
  searchBank?: boolean;
}

/** LIKE pattern that matches the typed text anywhere. */
const pattern = (q: string): string => `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`;

function matches(eb: ExpressionBuilder<WithdrawTables, 'withdraws'>, filter: WithdrawFilter) {
  const { uid, state, q, amounts = [], searchBank } = filter;
  const isPending = eb.and([eb('processed', '=', false), eb('returned_at', 'is', null)]);
  const isIn = {
    pending: isPending,
    processed: eb('processed', '=', true),
    returned: eb('returned_at', 'is not', null),
  };
  return eb.and([
    ...(uid === undefined ? [] : [eb('uid', '=', uid)]),
    ...(state === undefined ? [] : [isIn[state]]),
    ...(q === undefined || q === ''
      ? []
      : [
          eb.or([
            eb('name', 'ilike', pattern(q)),
            ...(searchBank ? [eb('bank_account', 'ilike', pattern(q))] : []),
            ...(amounts.length === 0 ? [] : [eb('amount', 'in', amounts)]),
          ]),
        ]),
  ]);
}

export interface WaitingWithdraws {
  count: number;
  amount: Minor;
  /** Request time of the oldest one, ms since the epoch; null without any. */
  since: number | null;
}

export const withdrawRepository = (queries: Queries) => {
  const db = queries.withTables<WithdrawTables>();
  return {
    async insertPast(tx: Tx, rows: readonly WithdrawRow[]): Promise<void> {
      await insertRows(tx, 'withdraws', rows);
    },

    async insert(row: WithdrawRow): Promise<void> {
      await db.insertInto('withdraws').values(row).execute();
    },

    /** Locks the request until the transaction ends. */
    findForUpdate(id: string): Promise<WithdrawRow | undefined> {
      return db.selectFrom('withdraws').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    },

    async decide(
      id: string,
      decision: Pick<
        WithdrawRow,
        'processed' | 'proces_date' | 'returned_at' | 'return_reason' | 'decided_by'
      >,
    ): Promise<WithdrawRow> {
      return db
        .updateTable('withdraws')
        .set(decision)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    /** Newest first; `before` is the id of the last row of the previous page. */
    page(
      filter: WithdrawFilter,
      { limit, before }: { limit: number; before?: string | undefined },
    ): Promise<WithdrawRow[]> {
      let query = db
        .selectFrom('withdraws')
        .selectAll()
        .where((eb) => matches(eb, filter))
        .orderBy('id', 'desc')
        .limit(limit);
      if (before !== undefined) query = query.where('id', '<', before);
      return query.execute();
    },

    /** Number and total amount of the requests without a decision. */
    async pending(): Promise<{ count: number; amount: Minor }> {
      return db
        .selectFrom('withdraws')
        .select([
          sql<number>`count(*)`.as('count'),
          sql<Minor>`coalesce(sum(amount), 0)::bigint`.as('amount'),
        ])
        .where((eb) => matches(eb, { state: 'pending' }))
        .executeTakeFirstOrThrow();
    },

    /** The same for one user, with the request time of the oldest one. */
    async waitingOf(uid: string): Promise<WaitingWithdraws> {
      return db
        .selectFrom('withdraws')
        .select([
          sql<number>`count(*)::integer`.as('count'),
          sql<Minor>`coalesce(sum(amount), 0)::bigint`.as('amount'),
          sql<number | null>`min(date)`.as('since'),
        ])
        .where((eb) => matches(eb, { uid, state: 'pending' }))
        .executeTakeFirstOrThrow();
    },

    /** Removes the user's personal data from decided requests; a pending one retains the recipient of the transfer. */
    async erasePerson(uid: string): Promise<void> {
      await db
        .updateTable('withdraws')
        .set({
          name: '',
          bank_name: sql<string | null>`case when bank_name is not null then '' end`,
          bank_code: sql<string | null>`case when bank_code is not null then '' end`,
          bank_account: sql<string | null>`case when bank_account is not null then '' end`,
          return_reason: sql<string | null>`case when return_reason is not null then '' end`,
        })
        .where('uid', '=', uid)
        .where((eb) => eb.or([eb('processed', '=', true), eb('returned_at', 'is not', null)]))
        .execute();
    },
  };
};
