// Approves, rejects or disables an account for an admin: the user is notified with a reason; sessions of a rejected
// user end.
import type { SeenAccount, User } from '@kerb/contract';
import { mayHaveSecondFactor, type Review, type ReviewAction, reviewStep } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import { type Actor, guardFreshProof, recordSecurity, type Tx } from '../../kit/index.ts';
import { guardLastAdmin } from '../identity/index.ts';
import type { DirectoryRow } from './directory.repository.ts';
import { findVisible, type UsersDeps } from './users.deps.ts';
import { publishUserChanged, publishUserReviewed } from './users.events.ts';
import { guardCriticalEdits, usersPolicy } from './users.policy.ts';
import { presentUser } from './users.presenter.ts';

export interface Decision {
  action: ReviewAction;
  /** Reason of a rejection; empty for an approval. */
  reason: string;
  /** The account as the admin saw it. */
  seen?: SeenAccount;
}

/** False when the review or the vehicle has changed since the admin saw the account. */
const isAsSeen = (
  { review, vehicle_changed_at }: DirectoryRow,
  { review: seenReview = review, vehicleChangedAt = vehicle_changed_at }: SeenAccount,
): boolean => review === seenReview && vehicle_changed_at === vehicleChangedAt;

const securityEventOf = {
  waiting: null,
  approved: 'user_approved',
  refused: 'user_refused',
  disabled: 'user_disabled',
} as const satisfies Record<Review, string | null>;

/**
 * Takes a user who is no longer approved off duty, returns their shared vehicle, closes their phone desk and ends
 * their sessions; later bookings that a driver accepted ahead return to dispatch. Throws `user_busy` while a booking waits for its trip or is on the trip, until cash is collected; a
 * trip that waits for another payment does not count.
 */
export async function revokeAccess(
  { fleet, bookings, vehicles, phoneDesk, identity }: UsersDeps,
  tx: Tx,
  actor: Actor,
  { uid, usertype }: DirectoryRow,
): Promise<void> {
  if (usertype === 'driver') {
    await fleet.takeOffDuty(tx, uid);
    await bookings.giveBackAheadOf(tx, uid);
  }
  if (await bookings.hasBookingUnderWay(tx, uid)) throw new DomainError('user_busy');
  if (usertype === 'driver') await vehicles.releaseOf(tx, uid, actor.uid);
  if (usertype === 'admin') await phoneDesk.closeDesk(tx, uid);
  await identity.endSessionsOf(tx, uid);
}

/**
 * Throws `not_found`, `demo_mode`, `already_reviewed` when the account already has this review, `conflict` when it is
 * not as the admin saw it, `second_factor_required` when an admin or fleet admin is approved without a recent proof, and
 * for a rejection `own_account`, `last_admin` and `user_busy`; nothing is changed then.
 */
export function createReviewUser(deps: UsersDeps) {
  const { withTx, clock, settings, identity, fleet } = deps;

  /** Approves the changed vehicle; the account's review stays. */
  async function approvedVehicle(
    tx: Tx,
    actor: Actor,
    { uid, fleetadmin }: DirectoryRow,
  ): Promise<DirectoryRow> {
    await identity.recordAudit(tx, {
      uid,
      by: actor.uid,
      action: 'approve',
      before: { vehicle: 'waiting' },
      after: { vehicle: 'approved' },
    });
    await publishUserChanged(tx, uid, [fleetadmin]);
    return findVisible(tx, { of: 'all' }, uid);
  }

  async function review(tx: Tx, actor: Actor, uid: string, { action, reason, seen = {} }: Decision) {
    const scope = action === 'approve' ? usersPolicy.approveUser(actor) : usersPolicy.refuseUser(actor);
    if (action === 'refuse') await guardLastAdmin(tx, uid);
    await identity.lockUser(tx, uid);
    const before = await findVisible(tx, scope, uid);
    const step = reviewStep(before.review, action);
    if (step === null && before.vehicle_changed_at === null) throw new DomainError('already_reviewed');
    // As for a new admin: the approval opens the console to them.
    if (step?.to === 'approved' && mayHaveSecondFactor(before.usertype)) guardFreshProof(actor, clock.now());
    if (!isAsSeen(before, seen)) throw new DomainError('conflict');
    const isVehicleDecided = action === 'approve' && (await fleet.approveVehicle(tx, uid));
    if (step === null && isVehicleDecided) return approvedVehicle(tx, actor, before);
    if (step === null) throw new DomainError('already_reviewed');
    if (step.to !== 'approved') await revokeAccess(deps, tx, actor, before);
    await identity.reviewUser(tx, uid, step.to, reason);
    await identity.recordAudit(tx, {
      uid,
      by: actor.uid,
      action: step.audit,
      before: { review: before.review, reviewReason: before.review_reason },
      after: { review: step.to, reviewReason: reason },
    });
    const event = securityEventOf[step.to];
    if (event !== null) recordSecurity(tx, { event, uid, usertype: before.usertype });
    await publishUserReviewed(tx, uid, step.to, [before.fleetadmin]);
    return findVisible(tx, { of: 'all' }, uid);
  }

  return async function reviewUser(actor: Actor, uid: string, decision: Decision): Promise<User> {
    const current = await settings.get();
    guardCriticalEdits(current);
    if (decision.action === 'refuse' && uid === actor.uid) throw new DomainError('own_account');
    return presentUser(await withTx((tx) => review(tx, actor, uid, decision)), current);
  };
}
