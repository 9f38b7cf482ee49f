// Front door of the wallet: balances, the postings behind them, and a user's own history. It is the only writer of the
// ledger's tables; the module `ledger` reads, seals and verifies them, `money` adds withdraws and admin credit.
import type { ServerModule } from '../../kit/index.ts';
import { createWalletApi, type WalletApi, type WalletModuleDeps } from './wallet.api.ts';
import { walletRoutes } from './wallet.routes.ts';

export type { Posting } from './posting.ts';
export { type PostingDraft, postings } from './postings.ts';
export type { WalletApi, WalletModuleDeps } from './wallet.api.ts';
export { walletPage } from './wallet-page.ts';

export function createWalletModule(deps: WalletModuleDeps): ServerModule & { api: WalletApi } {
  const api = createWalletApi(deps);
  return { api, routes: walletRoutes({ api, settings: deps.settings }) };
}
