// Authorisation of admin credit: who may credit a wallet.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';

export const adminCreditPolicy = {
  addToWallet(actor: Actor): void {
    if (actor.usertype !== 'admin') throw new DomainError('forbidden');
  },
};
