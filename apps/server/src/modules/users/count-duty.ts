// Counts the approved drivers of the caller's scope who are free, busy, without a recent position and off duty, and
// those late for a shift.
import type { DriverDuty } from '@kerb/contract';
import type { Actor } from '../../kit/index.ts';
import { directoryRepository } from './directory.repository.ts';
import { staleBefore } from './list-users.ts';
import type { UsersDeps } from './users.deps.ts';
import { usersPolicy } from './users.policy.ts';

export function createCountDuty({ db, clock, shifts }: Pick<UsersDeps, 'db' | 'clock' | 'shifts'>) {
  const directory = directoryRepository(db);
  return async function countDuty(actor: Actor): Promise<Record<DriverDuty | 'late', number>> {
    const scope = usersPolicy.listUsers(actor);
    const since = staleBefore(clock);
    const among = await shifts.lateDrivers(scope);
    const [counts, late] = await Promise.all([
      directory.countByDuty(scope, since),
      among.length === 0
        ? 0
        : directory.count(scope, { usertype: 'driver', among, searchContact: false, staleBefore: since }),
    ]);
    return {
      free: counts.get('free') ?? 0,
      busy: counts.get('busy') ?? 0,
      stale: counts.get('stale') ?? 0,
      off: counts.get('off') ?? 0,
      late,
    };
  };
}
