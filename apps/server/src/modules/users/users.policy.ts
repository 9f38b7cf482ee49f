// Who may manage which people. For every other caller a person is missing (`not_found`), whether they exist or not.
import type { UserPart } from '@kerb/contract';
import { type ManagedScope, managedBy, type Usertype } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';

const adminOnly = (actor: Actor): ManagedScope => {
  if (actor.usertype !== 'admin') throw new DomainError('forbidden');
  return managedBy(actor);
};

const personalParts: ReadonlySet<UserPart> = new Set<UserPart>([
  'savedAddresses',
  'notifications',
  'pushToken',
  'userPlatform',
]);

/** One line a route: whom the caller may do it to. */
export const usersPolicy = {
  listUsers: managedBy,
  exportUsers: managedBy,
  getUser: managedBy,
  /** Where a person lives, what they were sent and what reaches their device: for admins, and not in a showcase. */
  seesPart: (actor: Actor, part: UserPart, settings: { AllowCriticalEditsAdmin: boolean }): boolean =>
    !personalParts.has(part) || (actor.usertype === 'admin' && settings.AllowCriticalEditsAdmin),
  getUserAudit: managedBy,
  getUserWallet: managedBy,
  getUserRatings: managedBy,
  getDrivingRecord: managedBy,
  editUser: managedBy,
  deleteUser: managedBy,
  approveUser: adminOnly,
  refuseUser: adminOnly,
  unapproveUser: adminOnly,
  /** An admin adds people of any role, a fleet admin drivers. */
  addUser: (actor: Actor, usertype: Usertype): void => {
    if (managedBy(actor).of !== 'all' && usertype !== 'driver') throw new DomainError('forbidden');
  },
  /** The people of whom the caller gets more than that they exist. */
  checkUser: managedBy,
  /** The hosted function answers everyone whether an account exists; which ones, the operator and those who manage them. */
  checkUserExists: (actor: Actor | null, isOperator: boolean): ManagedScope | null => {
    if (isOperator) return { of: 'all' };
    const manages = actor?.usertype === 'admin' || actor?.usertype === 'fleetadmin';
    return manages ? managedBy(actor) : null;
  },
} as const;

/** Adding, changing, reviewing and deleting people needs AllowCriticalEditsAdmin (specification §5). */
export function guardCriticalEdits(settings: { AllowCriticalEditsAdmin: boolean }): void {
  if (!settings.AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
}
