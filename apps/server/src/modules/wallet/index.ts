// Entry point of the wallet module: balances, the postings that change them, and a user's own history. It is the only
// module that writes the ledger's tables; `ledger` reads, seals and verifies them, `money` adds withdraws and admin
// credit.
import type { ServerModule, Tx } from '../../kit/index.ts';
import type { Posting } from './posting.ts';
import { createWalletApi, type WalletApi, type WalletModuleDeps } from './wallet.api.ts';
import { ledgerWriter } from './wallet.repository.ts';
import { walletRoutes } from './wallet.routes.ts';

export type { Posting } from './posting.ts';
export { type PostingDraft, postings, type ReviewCharge, type VehicleCharge } from './postings.ts';
export type { WalletApi, WalletModuleDeps } from './wallet.api.ts';
export { walletPage, walletView } from './wallet-page.ts';

export function createWalletModule(deps: WalletModuleDeps): ServerModule & { api: WalletApi } {
  const api = createWalletApi(deps);
  return { api, routes: walletRoutes({ api, settings: deps.settings }) };
}

/** Writes many new transactions in the given order with their own times, without publishing events: for seeds. */
export const postEach = (tx: Tx, written: readonly Posting[]): Promise<void> =>
  ledgerWriter(tx).postEach(written);
