// Reverts an approval for an admin, for example one of a bulk approval: the account gets its previous review again.
import type { User } from '@kerb/contract';
import { withoutApproval } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import { type Actor, recordSecurity, type Tx } from '../../kit/index.ts';
import { guardLastAdmin } from '../identity/index.ts';
import { revokeAccess } from './review-user.ts';
import { findVisible, type UsersDeps } from './users.deps.ts';
import { publishUserReviewed } from './users.events.ts';
import { guardCriticalEdits, usersPolicy } from './users.policy.ts';
import { presentUser } from './users.presenter.ts';

/**
 * Throws `not_found`, `demo_mode`, `already_reviewed` for an account that is not approved, `approval_final` for an
 * approval that is older than an hour or was given when the account was added, and `own_account`, `last_admin` and
 * `user_busy` as for a rejection; nothing is changed then. The audit trail records it as an edit of the review.
 */
export function createUnapproveUser(deps: UsersDeps) {
  const { withTx, clock, settings, identity } = deps;

  async function unapprove(tx: Tx, actor: Actor, uid: string) {
    await guardLastAdmin(tx, uid);
    await identity.lockUser(tx, uid);
    const before = await findVisible(tx, usersPolicy.unapproveUser(actor), uid);
    if (before.review !== 'approved') throw new DomainError('already_reviewed');
    const approval = await identity.lastApproval(tx, uid);
    const to = withoutApproval(approval, clock.now());
    if (approval === null || to === null) throw new DomainError('approval_final');
    await revokeAccess(deps, tx, actor, before);
    await identity.reviewUser(tx, uid, to, approval.reason);
    await identity.recordAudit(tx, {
      uid,
      by: actor.uid,
      action: 'edit',
      before: { review: before.review, reviewReason: before.review_reason },
      after: { review: to, reviewReason: approval.reason },
    });
    recordSecurity(tx, { event: 'user_unapproved', uid, usertype: before.usertype });
    await publishUserReviewed(tx, uid, to, [before.fleetadmin]);
    return findVisible(tx, { of: 'all' }, uid);
  }

  return async function unapproveUser(actor: Actor, uid: string): Promise<User> {
    const current = await settings.get();
    guardCriticalEdits(current);
    if (uid === actor.uid) throw new DomainError('own_account');
    return presentUser(await withTx((tx) => unapprove(tx, actor, uid)), current);
  };
}
