// "deleteUser": an admin erases an account whatever its wallet holds, a fleet admin one of the fleet's drivers.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor, Tx } from '../../kit/index.ts';
import { dissolveFleet } from './dissolve-fleet.ts';
import { findVisible, type PeopleDeps } from './people.deps.ts';
import { guardCriticalEdits, peoplePolicy } from './people.policy.ts';

/**
 * Throws `not_found`, `demo_mode`, `own_account`, `last_admin`, `user_busy`, and for a fleet admin `balance_open`;
 * nothing is changed then.
 */
export function createDeleteUser(deps: PeopleDeps) {
  const { withTx, settings, identity, fleet, deleteAccount } = deps;

  async function erase(tx: Tx, actor: Actor, uid: string): Promise<void> {
    const scope = peoplePolicy.deleteUser(actor);
    // Held before it is judged whose driver this is, so that nobody moves the driver meanwhile.
    if (scope.of === 'fleet') await identity.lockUser(tx, uid);
    const person = await findVisible(tx, scope, uid);
    if (person.usertype === 'driver') await fleet.takeOffDuty(tx, uid);
    if (person.usertype === 'fleetadmin') await dissolveFleet(deps, tx, actor, uid);
    // Only the operator gives up what a wallet owes or is owed.
    await deleteAccount(
      tx,
      uid,
      scope.of === 'all' ? { by: 'admin', forfeit: true } : { by: 'self', forfeit: false },
    );
    await identity.recordAudit(tx, { uid, by: actor.uid, action: 'delete' });
  }

  return async (actor: Actor, uid: string): Promise<void> => {
    guardCriticalEdits(await settings.get());
    if (uid === actor.uid) throw new DomainError('own_account');
    await withTx((tx) => erase(tx, actor, uid));
  };
}
