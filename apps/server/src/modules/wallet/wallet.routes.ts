// Route handlers for the wallet.
import { routes } from '@kerb/contract';
import type { Settings } from '@kerb/domain/settings';
import { type BoundRoute, route } from '../../kit/index.ts';
import type { WalletApi } from './wallet.api.ts';
import { walletPolicy } from './wallet.policy.ts';
import { walletView } from './wallet-page.ts';

export function walletRoutes(deps: {
  api: Pick<WalletApi, 'balanceOf' | 'history'>;
  settings: { get(): Promise<Settings> };
}): BoundRoute[] {
  const { api, settings } = deps;
  return [
    route(routes.getWallet, async ({ actor, query }) => {
      const uid = walletPolicy.getWallet(actor);
      const { decimal } = await settings.get();
      return walletView(api, uid, query, decimal);
    }),
  ];
}
