// Authorisation of travel times: only admins may read the prediction errors.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';

export const travelTimesPolicy = {
  getTravelTimes(actor: Actor): void {
    if (actor.usertype !== 'admin') throw new DomainError('forbidden');
  },
} as const;
