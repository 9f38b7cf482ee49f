// Use case of the money page: the balance of every account, its transactions, and the seals that prove their history.
import type { LedgerState, LedgerTransactionView, RouteAnswer, routes } from '@kerb/contract';
import { fullNameOf } from '@kerb/domain/identity';
import { toMajor } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { type Actor, invalidCursor, numberCursor, type Queries } from '../../kit/index.ts';
import type { IdentityApi } from '../identity/index.ts';
import { ledgerPolicy } from './ledger.policy.ts';
import type { HeldPayments } from './ledger.ports.ts';
import {
  type EntryRow,
  ledgerPageRepository,
  type TransactionFilter,
  type TransactionRow,
} from './ledger-page.repository.ts';
import { createViewLedgerState } from './ledger-state.ts';

interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

/** Validates a day (YYYY-MM-DD) as a cursor; PostgreSQL would fail on a date that does not exist. */
function dayCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const at = /^\d{4}-\d\d-\d\d$/.test(cursor) ? Date.parse(cursor) : Number.NaN;
  // JavaScript parses 31 February as a day in March.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== cursor) throw invalidCursor();
  return cursor;
}

function presentTransaction(
  row: TransactionRow,
  entries: readonly EntryRow[],
  { decimals, nameOf }: { decimals: number; nameOf: (owner: string) => string },
): LedgerTransactionView {
  return {
    id: row.id,
    kind: row.kind,
    at: row.at,
    txRef: row.tx_ref,
    booking: row.booking,
    reason: row.reason,
    entries: entries.map(({ kind, owner, provider, amount }) => ({
      account: kind,
      owner,
      name: owner === null ? (provider ?? '') : nameOf(owner),
      amount: toMajor(amount, decimals),
    })),
  };
}

export interface ViewLedgerDeps {
  db: Queries;
  settings: { get(): Promise<Settings> };
  identity: Pick<IdentityApi, 'usersOf'>;
  heldPayments: HeldPayments;
}

export function createViewLedger({ db, settings, identity, heldPayments }: ViewLedgerDeps) {
  const ledger = ledgerPageRepository(db);
  const viewLedgerState = createViewLedgerState(db);

  return {
    async state(actor: Actor): Promise<LedgerState> {
      ledgerPolicy.getLedger(actor);
      const [{ decimal }, state, held] = await Promise.all([
        settings.get(),
        viewLedgerState(),
        heldPayments.heldCount(),
      ]);
      const { lastSeal: seal } = state;
      return {
        accounts: state.accounts.map(({ kind, provider, accounts, balance }) => ({
          kind,
          provider,
          accounts,
          balance: toMajor(balance, decimal),
        })),
        revenue: {
          fees: toMajor(state.revenue.fees, decimal),
          rent: toMajor(state.revenue.rent, decimal),
          commission: toMajor(state.revenue.commission, decimal),
        },
        total: toMajor(state.total, decimal),
        transactions: state.transactions,
        chainHead: state.chainHead,
        lastSeal: seal && {
          day: seal.day,
          hash: seal.head,
          transactions: seal.through,
          at: seal.sealedAt,
        },
        separated: state.separated,
        held,
      };
    },

    async transactions(actor: Actor, { limit, cursor, ...filter }: PageQuery & TransactionFilter) {
      ledgerPolicy.listLedgerTransactions(actor);
      const before = numberCursor(cursor);
      const [{ decimal }, rows] = await Promise.all([
        settings.get(),
        ledger.transactions(filter, { limit: limit + 1, before }),
      ]);
      const page = rows.slice(0, limit);
      const entries = await ledger.entriesOf(page.map(({ id }) => id));
      const owners = entries.flatMap(({ owner }) => (owner === null ? [] : [owner]));
      const people = await identity.usersOf([...new Set(owners)]);
      const nameOf = (owner: string): string => {
        const person = people.get(owner);
        return fullNameOf(person);
      };
      return {
        items: page.map((row) =>
          presentTransaction(
            row,
            entries.filter(({ transaction }) => transaction === row.id),
            { decimals: decimal, nameOf },
          ),
        ),
        nextCursor: rows.length > page.length ? String(page.at(-1)?.seq ?? '') : null,
      };
    },

    async seals(
      actor: Actor,
      { limit, cursor }: PageQuery,
    ): Promise<RouteAnswer<(typeof routes)['listLedgerSeals']>> {
      ledgerPolicy.listLedgerSeals(actor);
      const rows = await ledger.seals({ limit: limit + 1, before: dayCursor(cursor) });
      const page = rows.slice(0, limit);
      return {
        items: page.map(({ day, hash, transactions, at }) => ({ day, hash, transactions, at })),
        nextCursor: rows.length > page.length ? (page.at(-1)?.day ?? null) : null,
      };
    },
  };
}
