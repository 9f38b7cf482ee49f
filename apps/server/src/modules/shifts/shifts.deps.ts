// Dependencies of shifts, and reading the plan of one driver, which its use cases share.
import type { ManagedScope } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import { dayAt } from '@kerb/domain/recurring-bookings';
import type { Settings } from '@kerb/domain/settings';
import type { ShiftPlan } from '@kerb/domain/shifts';
import type { Clock, Queries, Tx, WithTx } from '../../kit/index.ts';
import type { FleetApi } from '../fleet/index.ts';
import { isInScope } from './shifts.policy.ts';
import { shiftsRepository } from './shifts.repository.ts';

export interface ShiftsDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  settings: { get(): Promise<Pick<Settings, 'timezone'>> };
  identity: {
    usersOf(uids: readonly string[]): Promise<ReadonlyMap<string, { usertype: string }>>;
    /** The approved ones of these users. */
    approvedAmong(uids: readonly string[]): Promise<ReadonlySet<string>>;
  };
  fleet: Pick<FleetApi, 'driversOf' | 'lockDriver' | 'dutyOfMany'>;
}

/** Throws `not_found` for a driver outside the scope, and for a user who is not a driver. */
export async function assertVisible(
  { identity, fleet }: Pick<ShiftsDeps, 'identity' | 'fleet'>,
  scope: ManagedScope,
  uid: string,
): Promise<void> {
  const [drivers, users] = await Promise.all([fleet.driversOf([uid]), identity.usersOf([uid])]);
  const driver = drivers.get(uid);
  if (!driver || users.get(uid)?.usertype !== 'driver' || !isInScope(scope, driver.fleetadmin))
    throw new DomainError('not_found');
}

/** The weekly shifts, and the days from today on. */
export async function planOf(
  { clock, settings }: Pick<ShiftsDeps, 'clock' | 'settings'>,
  queries: Queries | Tx,
  driver: string,
): Promise<ShiftPlan> {
  const today = dayAt(clock.now(), (await settings.get()).timezone);
  const plans = await shiftsRepository(queries).plansOf([driver], today);
  return plans.get(driver) ?? { shifts: [], days: [] };
}
