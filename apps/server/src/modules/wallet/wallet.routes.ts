// The wallet over HTTP.
import { routes } from '@kerb/contract';
import { toMajor } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { type BoundRoute, route } from '../../kit/index.ts';
import type { WalletApi } from './wallet.api.ts';
import { walletPolicy } from './wallet.policy.ts';
import { walletPage } from './wallet-page.ts';

export function walletRoutes(deps: {
  api: Pick<WalletApi, 'balanceOf' | 'history'>;
  settings: { get(): Promise<Settings> };
}): BoundRoute[] {
  const { api, settings } = deps;
  return [
    route(routes.getWallet, async ({ actor, query }) => {
      const uid = walletPolicy.getWallet(actor);
      const [{ decimal }, balance] = await Promise.all([settings.get(), api.balanceOf(uid)]);
      return { walletBalance: toMajor(balance, decimal), ...(await walletPage(api, uid, query, decimal)) };
    }),
  ];
}
