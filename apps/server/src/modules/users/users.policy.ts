// Permissions to manage users. To other callers a user is missing (`not_found`), whether they exist or not.
import { documentKind, type UserPart } from '@kerb/contract';
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

const documentParts: ReadonlySet<UserPart> = new Set<UserPart>(documentKind.options);

/** One line for each route: the users that the caller may do it to. */
export const usersPolicy = {
  listUsers: managedBy,
  exportUsers: managedBy,
  getUser: managedBy,
  /**
   * Saved addresses, notices and devices are visible to admins only; in a public demonstration neither they nor
   * documents are visible.
   */
  seesPart: (actor: Actor, part: UserPart, settings: { AllowCriticalEditsAdmin: boolean }): boolean => {
    if (!personalParts.has(part) && !documentParts.has(part)) return true;
    return settings.AllowCriticalEditsAdmin && (actor.usertype === 'admin' || documentParts.has(part));
  },
  getUserAudit: managedBy,
  getUserWallet: managedBy,
  getUserRatings: managedBy,
  getDrivingRecord: managedBy,
  editUser: managedBy,
  deleteUser: managedBy,
  approveUser: adminOnly,
  refuseUser: adminOnly,
  unapproveUser: adminOnly,
  /** An admin may add users of any type, a fleet admin drivers only. */
  addUser: (actor: Actor, usertype: Usertype): void => {
    if (managedBy(actor).of !== 'all' && usertype !== 'driver') throw new DomainError('forbidden');
  },
  /** The users about whom the response contains more than that they exist. */
  checkUser: managedBy,
  /**
   * A public demonstration does not confirm numbers and addresses to the console. No user can be added there either, so
   * that no form depends on it.
   */
  confirmsContacts: (settings: { AllowCriticalEditsAdmin: boolean }): boolean =>
    settings.AllowCriticalEditsAdmin,
  /**
   * The hosted function confirms to any caller that an account exists; only the operator's programs and, except in a
   * public demonstration, the managers of the account learn which one.
   */
  checkUserExists: (
    actor: Actor | null,
    isOperator: boolean,
    settings: { AllowCriticalEditsAdmin: boolean },
  ): ManagedScope | null => {
    if (isOperator) return { of: 'all' };
    if (!settings.AllowCriticalEditsAdmin) return null;
    const manages = actor?.usertype === 'admin' || actor?.usertype === 'fleetadmin';
    return manages ? managedBy(actor) : null;
  },
} as const;

/** Adding, changing, reviewing and deleting users require AllowCriticalEditsAdmin (specification §5). */
export function guardCriticalEdits(settings: { AllowCriticalEditsAdmin: boolean }): void {
  if (!settings.AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
}
