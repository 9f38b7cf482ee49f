// Whose wallet a route shows, who adds to one, and who sees the ledger behind them.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';

const adminOnly = (actor: Actor): void => {
  if (actor.usertype !== 'admin') throw new DomainError('forbidden');
};

export const walletPolicy = {
  getWallet: (actor: Actor): string => actor.uid,
  addToWallet: adminOnly,
  getLedger: adminOnly,
  listLedgerTransactions: adminOnly,
  listLedgerSeals: adminOnly,
};
