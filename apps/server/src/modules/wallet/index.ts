// Front door of the wallet: the ledger behind every balance, and what a person sees of their own.
import type { ServerModule } from '../../kit/index.ts';
import { createWalletApi, type WalletApi, type WalletModuleDeps } from './wallet.api.ts';
import { walletRoutes } from './wallet.routes.ts';

export { createLedgerModule } from './ledger/index.ts';
export { type Check, type Verification, verifyLedger } from './ledger/verify-ledger.ts';
export { createMoneyModule, type MoneyApi } from './money.module.ts';
export type { WalletApi, WalletModuleDeps } from './wallet.api.ts';
export { walletPage } from './wallet-page.ts';

export function createWalletModule(deps: WalletModuleDeps): ServerModule & { api: WalletApi } {
  const api = createWalletApi(deps);
  return { api, routes: walletRoutes({ api, settings: deps.settings }) };
}
