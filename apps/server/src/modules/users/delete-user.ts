// Use case "deleteUser": an admin erases an account with any balance, a fleet admin a driver of their fleet.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor, Tx } from '../../kit/index.ts';
import { dissolveFleet } from './dissolve-fleet.ts';
import { findVisible, type UsersDeps } from './users.deps.ts';
import { guardCriticalEdits, usersPolicy } from './users.policy.ts';

/**
 * Throws `not_found`, `demo_mode`, `own_account`, `last_admin`, `user_busy`, and for a fleet admin `balance_open` and
 * `payout_pending`; nothing is changed then.
 */
export function createDeleteUser(deps: UsersDeps) {
  const { withTx, settings, identity, fleet, accounts } = deps;

  async function erase(tx: Tx, actor: Actor, uid: string): Promise<void> {
    const scope = usersPolicy.deleteUser(actor);
    // Locked before the fleet is checked, so that the driver cannot be moved to another fleet meanwhile.
    if (scope.of === 'fleet') await identity.lockUser(tx, uid);
    const person = await findVisible(tx, scope, uid);
    if (person.usertype === 'driver') await fleet.takeOffDuty(tx, uid);
    if (person.usertype === 'fleetadmin') await dissolveFleet(deps, tx, actor, uid);
    // Only an admin may forfeit a balance, positive or negative.
    await accounts.deleteUser(
      tx,
      uid,
      scope.of === 'all' ? { by: 'admin', forfeit: true } : { by: 'self', forfeit: false },
    );
    await identity.recordAudit(tx, { uid, by: actor.uid, action: 'delete' });
  }

  return async function deleteUser(actor: Actor, uid: string): Promise<void> {
    guardCriticalEdits(await settings.get());
    if (uid === actor.uid) throw new DomainError('own_account');
    await withTx((tx) => erase(tx, actor, uid));
  };
}
