// "fetchWithdraws": pages of all requests for admins, and of the user's own requests.
import type { Withdraw } from '@kerb/contract';
import { type Minor, toMajor, toMinor } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { type Actor, idCursor } from '../../../kit/index.ts';
import type { MoneyDeps } from '../money.deps.ts';
import { withdrawPolicy } from './withdraw.policy.ts';
import { presentWithdraw, showsBank } from './withdraw.presenter.ts';
import { type WithdrawFilter, type WithdrawState, withdrawRepository } from './withdraw.repository.ts';

export interface WithdrawQuery {
  state?: WithdrawState | undefined;
  q?: string | undefined;
}

interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

interface Page {
  items: Withdraw[];
  nextCursor: string | null;
}

/** Larger numbers of minor units are not exact. */
const MAX_DIGITS = 15;

/** Western digits without blanks and apostrophes; the Arabic group separator is dropped. */
const plainNumber = (q: string): string =>
  q
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replaceAll(/[\u066C\s'\u2019]/g, '');

/** Whole part and decimals by their decimal sign; a group has three digits, in India also two ("1,00,000"). */
const notations = [
  /^(\d{1,12}|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d+))?$/,
  /^(\d{1,12}|\d{1,3}(?:\.\d{2,3})*\.\d{3})(?:,(\d+))?$/,
  /^(\d{1,12})(?:\u066B(\d+))?$/,
];

/**
 * Parses the search text as an amount: "1,250.50", "1.250,50" and "1250.5" are equal. With three decimals "1,250" can be
 * read in two ways, and both are returned; empty for another text.
 */
function amountsOf(q: string, decimals: number): Minor[] {
  const text = plainNumber(q);
  const readings = notations.flatMap((pattern): Minor[] => {
    const [, whole, fraction = ''] = pattern.exec(text) ?? [];
    const digits = whole?.replaceAll(/[.,]/g, '');
    if (digits === undefined || digits.length + decimals > MAX_DIGITS || fraction.length > decimals)
      return [];
    return [toMinor(`${digits}.${fraction || '0'}`, decimals)];
  });
  return [...new Set(readings)];
}

/** A search covers only the fields that the screen may show. */
export const filterOf = ({ state, q }: WithdrawQuery, settings: Settings): WithdrawFilter => ({
  state,
  q,
  searchBank: showsBank(settings),
  amounts: q === undefined ? [] : amountsOf(q, settings.decimal),
});

export function createListWithdraws({ db, settings }: Pick<MoneyDeps, 'db' | 'settings'>) {
  const withdraws = withdrawRepository(db);

  /** Throws `invalid_input` for a cursor that this list did not issue. */
  async function page(
    filter: WithdrawFilter,
    { limit, cursor }: PageQuery,
    { decimals, withBank }: { decimals: number; withBank: boolean },
  ): Promise<Page> {
    const rows = await withdraws.page(filter, { limit: limit + 1, before: idCursor(cursor) });
    const shown = rows.slice(0, limit);
    return {
      items: shown.map((row) => presentWithdraw(row, decimals, withBank)),
      nextCursor: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
    };
  }

  return {
    async mine(actor: Actor, query: PageQuery): Promise<Page> {
      const { decimal, bank_fields } = await settings.get();
      const filter = { uid: withdrawPolicy.listMyWithdraws(actor) };
      return page(filter, query, { decimals: decimal, withBank: bank_fields });
    },

    async all(actor: Actor, query: PageQuery & WithdrawQuery) {
      withdrawPolicy.listWithdraws(actor);
      const current = await settings.get();
      const [list, pending] = await Promise.all([
        page(filterOf(query, current), query, { decimals: current.decimal, withBank: showsBank(current) }),
        withdraws.pending(),
      ]);
      return {
        ...list,
        pending: { count: pending.count, amount: toMajor(pending.amount, current.decimal) },
      };
    },
  };
}
