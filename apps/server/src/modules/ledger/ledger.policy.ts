// Authorisation of the ledger: which role may read it.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';

function adminOnly(actor: Actor): void {
  if (actor.usertype !== 'admin') throw new DomainError('forbidden');
}

export const ledgerPolicy = {
  getLedger: adminOnly,
  listLedgerTransactions: adminOnly,
  listLedgerSeals: adminOnly,
};
