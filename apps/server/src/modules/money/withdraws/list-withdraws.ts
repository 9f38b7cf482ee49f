// "fetchWithdraws": pages of all requests for admins, and of the user's own requests.
import type { Withdraw } from '@kerb/contract';
import { toMajor } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { type Actor, idCursor } from '../../../kit/index.ts';
import type { MoneyDeps } from '../money.deps.ts';
import { amountsOf } from './searched-amounts.ts';
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
