// Use case "editUser": an admin changes a user, a fleet admin a driver of the fleet; a change of role ends every
// session.
import type { User, UserPatch } from '@kerb/contract';
import { mayHaveSecondFactor } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { type Actor, recordSecurity, type Tx } from '../../kit/index.ts';
import { guardLastAdmin } from '../identity/index.ts';
import type { DirectoryRow } from './directory.repository.ts';
import { dissolveFleet } from './dissolve-fleet.ts';
import {
  auditedFields,
  bankPart,
  driverPart,
  guardFields,
  guardFleetBank,
  guardFleetFields,
} from './user-fields.ts';
import { findVisible, type UsersDeps } from './users.deps.ts';
import { publishUserChanged } from './users.events.ts';
import { guardCriticalEdits, usersPolicy } from './users.policy.ts';
import { presentUser } from './users.presenter.ts';

/** Records changes of role, fleet and bank account in the security log. */
function recordChange(tx: Tx, before: DirectoryRow, after: DirectoryRow): void {
  const { uid } = after;
  if (before.usertype !== after.usertype)
    recordSecurity(tx, { event: 'role_changed', uid, from: before.usertype, to: after.usertype });
  if (before.fleetadmin !== after.fleetadmin)
    recordSecurity(tx, { event: 'fleet_changed', uid, from: before.fleetadmin, to: after.fleetadmin });
  const isPaidElsewhere = (['bank_name', 'bank_code', 'bank_account'] as const).some(
    (column) => before[column] !== after[column],
  );
  if (isPaidElsewhere) recordSecurity(tx, { event: 'bank_details_changed', uid });
}

const isGiven = (fields: object): boolean => Object.values(fields).some((value) => value !== undefined);

/**
 * Throws `not_found`, `forbidden`, `demo_mode`, `invalid_input`, and for a change of role `own_account`, `last_admin`,
 * `user_busy`, `balance_open` and `payout_pending`; nothing is changed then.
 */
export function createEditUser(deps: UsersDeps) {
  const { withTx, settings, identity, fleet, bookings, vehicles, recurringBookings, savedViews, phoneDesk } =
    deps;

  /** An admin has no wallet, so a balance could neither be seen nor withdrawn. */
  async function guardBalance(tx: Tx, uid: string): Promise<void> {
    const balance = await deps.wallet.lockAnyBalance(tx, uid);
    if (balance !== 0) throw new DomainError('balance_open', 'An admin has no wallet');
    if (await deps.payouts.hasPendingPayout(tx, uid)) throw new DomainError('payout_pending');
  }

  /**
   * Cleans up after the previous role: a rider's recurring bookings stop; a driver goes off duty, gives back later bookings
   * accepted ahead, returns the shared vehicle and leaves their fleet; a fleet admin's drivers and vehicles leave the fleet; an admin's shared views
   * become private and their phone desk closes.
   */
  async function leaveRole(tx: Tx, actor: Actor, { uid, usertype }: DirectoryRow): Promise<void> {
    if (usertype === 'driver') {
      await fleet.takeOffDuty(tx, uid);
      await fleet.saveDriver(tx, uid, { fleetadmin: null });
      await bookings.giveBackAheadOf(tx, uid);
    }
    if (await bookings.hasUnsettledBooking(tx, uid)) throw new DomainError('user_busy');
    if (usertype === 'rider') await recurringBookings.stopOf(tx, uid, actor.uid);
    if (usertype === 'driver') await vehicles.releaseOf(tx, uid, actor.uid);
    if (usertype === 'fleetadmin') {
      await dissolveFleet(deps, tx, actor, uid);
      await vehicles.leaveFleet(tx, uid);
    }
    if (usertype === 'admin') {
      await savedViews.unshareSavedViews(tx, uid);
      await phoneDesk.closeDesk(tx, uid);
    }
    await identity.endSessionsOf(tx, uid);
  }

  async function write(tx: Tx, actor: Actor, before: DirectoryRow, patch: UserPatch): Promise<void> {
    const { uid } = before;
    const usertype = patch.usertype ?? before.usertype;
    const isOtherRole = usertype !== before.usertype;
    if (isOtherRole) await leaveRole(tx, actor, before);
    if (isOtherRole && usertype === 'admin') await guardBalance(tx, uid);
    if (isOtherRole && !mayHaveSecondFactor(usertype)) await identity.removeSecondFactor(tx, uid);
    const { firstName, lastName } = patch;
    await identity.changeUser(tx, uid, { firstName, lastName, usertype, ...bankPart(patch) });
    const vehicle = driverPart(patch);
    if (usertype === 'driver' && (isOtherRole || isGiven(vehicle))) {
      const by = actor.usertype === 'admin' ? 'admin' : 'other';
      await fleet.saveDriver(tx, uid, vehicle, by);
    }
  }

  async function edit(tx: Tx, actor: Actor, uid: string, patch: UserPatch, current: Settings) {
    const scope = usersPolicy.editUser(actor);
    // Locked before the user, which is the lock order of all transactions that take a role away.
    if (patch.usertype !== undefined && patch.usertype !== 'admin') await guardLastAdmin(tx, uid);
    await identity.lockUser(tx, uid);
    const before = await findVisible(tx, scope, uid);
    if (scope.of === 'fleet') {
      guardFleetFields(patch, scope.fleetadmin);
      guardFleetBank(patch, before);
    }
    guardFields(patch, patch.usertype ?? before.usertype, current);
    await write(tx, actor, before, patch);
    const after = await findVisible(tx, { of: 'all' }, uid);
    await identity.recordAudit(tx, {
      uid,
      by: actor.uid,
      action: 'edit',
      before: auditedFields(before),
      after: auditedFields(after),
    });
    recordChange(tx, before, after);
    await publishUserChanged(tx, uid, [before.fleetadmin, after.fleetadmin]);
    return after;
  }

  return async function editUser(actor: Actor, uid: string, patch: UserPatch): Promise<User> {
    const current = await settings.get();
    guardCriticalEdits(current);
    if (uid === actor.uid && patch.usertype !== undefined && patch.usertype !== actor.usertype)
      throw new DomainError('own_account');
    return presentUser(await withTx((tx) => edit(tx, actor, uid, patch, current)), current);
  };
}
