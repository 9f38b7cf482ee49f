// Who may do what with people. To everybody else a person does not exist (not_found), whether they do or not.
import type { Usertype } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { DirectoryScope } from './directory.repository.ts';

/** Admins see everybody, fleet admins the drivers who are theirs now, whatever they ask for. */
export function scopeOf(actor: Actor): DirectoryScope {
  switch (actor.usertype) {
    case 'admin':
      return { of: 'all' };
    case 'fleetadmin':
      return { of: 'fleet', fleetadmin: actor.uid };
    case 'rider':
    case 'driver':
      throw new DomainError('forbidden');
  }
}

const adminOnly = (actor: Actor): DirectoryScope => {
  if (actor.usertype !== 'admin') throw new DomainError('forbidden');
  return scopeOf(actor);
};

/** One line a route: whom the caller may do it to. */
export const peoplePolicy = {
  listUsers: scopeOf,
  exportUsers: scopeOf,
  getUser: scopeOf,
  getUserAudit: scopeOf,
  getUserWallet: scopeOf,
  getUserRatings: scopeOf,
  editUser: scopeOf,
  deleteUser: scopeOf,
  approveUser: adminOnly,
  refuseUser: adminOnly,
  /** An admin adds anybody, a fleet admin drivers. */
  addUser: (actor: Actor, usertype: Usertype): void => {
    if (scopeOf(actor).of !== 'all' && usertype !== 'driver') throw new DomainError('forbidden');
  },
  checkUser: (actor: Actor): void => void scopeOf(actor),
  /** The hosted function lets in any session and the operator's credentials; of the sessions only these. */
  checkUserExists: (actor: Actor | null, isOperator: boolean): void => {
    if (!isOperator && actor === null) throw new DomainError('not_logged_in');
    if (!isOperator && actor !== null) scopeOf(actor);
  },
} as const;

/** Adding, changing, reviewing and deleting people needs AllowCriticalEditsAdmin (specification §5). */
export function guardCriticalEdits(settings: { AllowCriticalEditsAdmin: boolean }): void {
  if (!settings.AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
}
