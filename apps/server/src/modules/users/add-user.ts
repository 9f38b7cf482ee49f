// Use case "addUser": an admin adds an approved account of any type, a fleet admin a driver of the fleet, who needs
// approval if the operator requires it.
import type { NewUserInput, User } from '@kerb/contract';
import { managedBy } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { type Actor, recordSecurity, violatesUnique } from '../../kit/index.ts';
import { parseMobile, userTopics } from '../identity/index.ts';
import {
  auditedFields,
  bankPart,
  driverPart,
  guardFields,
  guardFleetBank,
  guardFleetFields,
} from './user-fields.ts';
import { findVisible, presentChanged, type UsersDeps } from './users.deps.ts';
import { guardCriticalEdits, usersPolicy } from './users.policy.ts';

/**
 * Throws `forbidden`, `demo_mode`, `invalid_mobile`, `invalid_input` for an unknown car type or fleet admin, and
 * `user_exists`, also for the second of two concurrent requests.
 */
export function createAddUser(deps: UsersDeps) {
  const { withTx, settings, identity, fleet } = deps;

  const add = (actor: Actor, input: NewUserInput, mobile: string, current: Settings): Promise<string> =>
    withTx(async (tx) => {
      const { usertype, firstName, lastName, email = '' } = input;
      const scope = managedBy(actor);
      const fleetadmin = scope.of === 'fleet' ? scope.fleetadmin : (input.fleetadmin ?? null);
      const { uid } = await identity.createUser(
        tx,
        {
          usertype,
          firstName,
          lastName,
          email,
          mobile,
          ...bankPart(input),
          createdByAdmin: true,
          // A driver added by a fleet admin needs the operator's approval, like a driver who signed up.
          review: scope.of === 'fleet' && current.driver_approval ? 'waiting' : 'approved',
          // Only an e-mail entered by an admin counts as verified, which allows a social sign-in with it.
          emailVerified: scope.of === 'all' && email !== '',
        },
        fleetadmin === null ? [] : [userTopics.fleet(fleetadmin)],
      );
      if (usertype === 'driver') await fleet.saveDriver(tx, uid, { ...driverPart(input), fleetadmin });
      const after = auditedFields(await findVisible(tx, { of: 'all' }, uid));
      await identity.recordAudit(tx, { uid, by: actor.uid, action: 'add', after });
      recordSecurity(tx, { event: 'user_added', uid, usertype });
      return uid;
    });

  return async function addUser(actor: Actor, input: NewUserInput): Promise<User> {
    usersPolicy.addUser(actor, input.usertype);
    const current = await settings.get();
    guardCriticalEdits(current);
    if (actor.usertype === 'fleetadmin') {
      guardFleetFields(input, actor.uid);
      guardFleetBank(input, null);
    }
    guardFields(input, input.usertype, current);
    try {
      return await presentChanged(deps, await add(actor, input, parseMobile(input.mobile), current));
    } catch (error) {
      if (violatesUnique(error, 'users_email_key') || violatesUnique(error, 'users_mobile_key'))
        throw new DomainError('user_exists');
      throw error;
    }
  };
}
