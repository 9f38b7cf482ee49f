// An admin lets somebody in, or refuses or disables an account: a reason is told, and every session ends.
import type { Person } from '@kerb/contract';
import { type ReviewAction, reviewStep } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor, Tx } from '../../kit/index.ts';
import { guardLastAdmin } from '../identity/index.ts';
import type { DirectoryRow } from './directory.repository.ts';
import { findVisible, type PeopleDeps } from './people.deps.ts';
import { tellUserReviewed } from './people.events.ts';
import { guardCriticalEdits, peoplePolicy } from './people.policy.ts';
import { presentPerson } from './people.presenter.ts';

export interface Decision {
  action: ReviewAction;
  /** Why not; '' when somebody is let in. */
  reason: string;
}

/**
 * Throws `not_found`, `demo_mode`, `already_reviewed` when the account stands there already, and for refusing
 * `own_account`, `last_admin` and `user_busy`; nothing is changed then.
 */
export function createReviewUser(deps: PeopleDeps) {
  const { withTx, settings, identity, fleet, hasOpenBooking } = deps;

  /** Whoever is out drives nothing and is signed in nowhere. */
  async function shutOut(tx: Tx, { uid, usertype }: DirectoryRow): Promise<void> {
    if (usertype === 'driver') await fleet.takeOffDuty(tx, uid);
    if (await hasOpenBooking(tx, uid)) throw new DomainError('user_busy');
    await identity.endSessionsOf(tx, uid);
  }

  async function review(tx: Tx, actor: Actor, uid: string, { action, reason }: Decision) {
    const scope = action === 'approve' ? peoplePolicy.approveUser(actor) : peoplePolicy.refuseUser(actor);
    if (action === 'refuse') await guardLastAdmin(tx, uid);
    await identity.lockUser(tx, uid);
    const before = await findVisible(tx, scope, uid);
    const step = reviewStep(before.review, action);
    if (step === null) throw new DomainError('already_reviewed');
    if (step.to !== 'approved') await shutOut(tx, before);
    await identity.reviewUser(tx, uid, step.to, reason);
    await identity.recordAudit(tx, {
      ...{ uid, by: actor.uid, action: step.audit },
      before: { review: before.review, reviewReason: before.review_reason },
      after: { review: step.to, reviewReason: reason },
    });
    await tellUserReviewed(tx, uid, step.to, [before.fleetadmin]);
    return findVisible(tx, { of: 'all' }, uid);
  }

  return async (actor: Actor, uid: string, decision: Decision): Promise<Person> => {
    const current = await settings.get();
    guardCriticalEdits(current);
    if (decision.action === 'refuse' && uid === actor.uid) throw new DomainError('own_account');
    return presentPerson(await withTx((tx) => review(tx, actor, uid, decision)), current);
  };
}
