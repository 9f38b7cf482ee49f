// Authorisation of withdraws: who may request one, and who decides on it.
import type { Usertype } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { PersonAccount } from '@kerb/domain/ledger';
import type { Settings } from '@kerb/domain/settings';
import type { Actor } from '../../../kit/index.ts';

const adminOnly = (actor: Actor): void => {
  if (actor.usertype !== 'admin') throw new DomainError('forbidden');
};

/** One line a route. */
export const withdrawPolicy = {
  /**
   * The kind of wallet to debit: drivers and fleet admins may always withdraw, riders only while RiderWithDraw is on.
   */
  requestWithdraw(usertype: Usertype, settings: Pick<Settings, 'RiderWithDraw'>): PersonAccount['kind'] {
    if (usertype === 'driver') return usertype;
    if (usertype === 'fleetadmin') return 'fleet';
    if (usertype === 'rider' && settings.RiderWithDraw) return usertype;
    throw new DomainError('withdraw_not_allowed');
  },
  listMyWithdraws: (actor: Actor): string => actor.uid,
  listWithdraws: adminOnly,
  exportWithdraws(actor: Actor, settings: Pick<Settings, 'AllowCriticalEditsAdmin'>): void {
    adminOnly(actor);
    if (!settings.AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
  },
  completeWithdraw: adminOnly,
  returnWithdraw: adminOnly,
} as const;
