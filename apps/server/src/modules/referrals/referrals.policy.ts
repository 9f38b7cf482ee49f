// Who sees invitations and takes their bonus back: admins alone.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';

const adminOnly = (actor: Actor): void => {
  if (actor.usertype !== 'admin') throw new DomainError('forbidden');
};

/** One line a route. */
export const referralsPolicy = {
  listReferrals: adminOnly,
  reverseReferral: adminOnly,
} as const;
