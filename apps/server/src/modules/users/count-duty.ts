// How many approved drivers of the caller's scope are free, busy, without a position and off duty.
import type { DriverDuty } from '@kerb/contract';
import type { Actor } from '../../kit/index.ts';
import { directoryRepository } from './directory.repository.ts';
import { seenSince } from './list-users.ts';
import type { UsersDeps } from './users.deps.ts';
import { usersPolicy } from './users.policy.ts';

export function createCountDuty({ db, clock }: Pick<UsersDeps, 'db' | 'clock'>) {
  const directory = directoryRepository(db);
  return async function countDuty(actor: Actor): Promise<Record<DriverDuty, number>> {
    const counts = await directory.countByDuty(usersPolicy.listUsers(actor), seenSince(clock));
    return {
      free: counts.get('free') ?? 0,
      busy: counts.get('busy') ?? 0,
      stale: counts.get('stale') ?? 0,
      off: counts.get('off') ?? 0,
    };
  };
}
