// Permissions to see invitations and take their bonuses back: admins only.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';

const adminOnly = (actor: Actor): void => {
  if (actor.usertype !== 'admin') throw new DomainError('forbidden');
};

/** One line for each route. */
export const referralsPolicy = {
  listReferrals: adminOnly,
  reverseReferral: adminOnly,
} as const;
