// Who may do what with people. To everybody else a person does not exist (not_found), whether they do or not.
import { type ManagedScope, managedBy, type Usertype } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';

const adminOnly = (actor: Actor): ManagedScope => {
  if (actor.usertype !== 'admin') throw new DomainError('forbidden');
  return managedBy(actor);
};

/** One line a route: whom the caller may do it to. */
export const peoplePolicy = {
  listUsers: managedBy,
  exportUsers: managedBy,
  getUser: managedBy,
  getUserAudit: managedBy,
  getUserWallet: managedBy,
  getUserRatings: managedBy,
  editUser: managedBy,
  deleteUser: managedBy,
  approveUser: adminOnly,
  refuseUser: adminOnly,
  /** An admin adds anybody, a fleet admin drivers. */
  addUser: (actor: Actor, usertype: Usertype): void => {
    if (managedBy(actor).of !== 'all' && usertype !== 'driver') throw new DomainError('forbidden');
  },
  checkUser: (actor: Actor): void => void managedBy(actor),
  /** The hosted function lets in any session and the operator's credentials; of the sessions only these. */
  checkUserExists: (actor: Actor | null, isOperator: boolean): void => {
    if (!isOperator && actor === null) throw new DomainError('not_logged_in');
    if (!isOperator && actor !== null) managedBy(actor);
  },
} as const;

/** Adding, changing, reviewing and deleting people needs AllowCriticalEditsAdmin (specification §5). */
export function guardCriticalEdits(settings: { AllowCriticalEditsAdmin: boolean }): void {
  if (!settings.AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
}
