// The wallet over HTTP.
import { routes } from '@kerb/contract';
import { DomainError, toMajor } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { type BoundRoute, route } from '../../kit/index.ts';
import type { WalletApi } from './wallet.api.ts';
import { walletPolicy } from './wallet.policy.ts';
import { presentWalletEntry } from './wallet.presenter.ts';

function entryCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,15}$/.test(cursor))
    throw new DomainError('invalid_input', 'This cursor was not given by this list');
  return Number(cursor);
}

export function walletRoutes(deps: {
  api: Pick<WalletApi, 'balanceOf' | 'history'>;
  settings: { get(): Promise<Settings> };
}): BoundRoute[] {
  const { api, settings } = deps;
  return [
    route(routes.getWallet, async ({ actor, query }) => {
      const uid = walletPolicy.getWallet(actor);
      const before = entryCursor(query.cursor);
      const [{ decimal }, balance, rows] = await Promise.all([
        settings.get(),
        api.balanceOf(uid),
        api.history(uid, { limit: query.limit + 1, ...(before === undefined ? {} : { before }) }),
      ]);
      const page = rows.slice(0, query.limit);
      const last = page.at(-1);
      return {
        walletBalance: toMajor(balance, decimal),
        items: page.map((row) => presentWalletEntry(row, decimal)),
        nextCursor: rows.length > page.length && last ? String(last.id) : null,
      };
    }),
  ];
}
