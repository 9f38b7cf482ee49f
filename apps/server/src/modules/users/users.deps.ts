// Dependencies of the users module, and two reads that its use cases share.
import type { User } from '@kerb/contract';
import type { ManagedScope } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Queries, WithTx } from '../../kit/index.ts';
import type { FleetApi } from '../fleet/index.ts';
import type { IdentityApi, ReadUserParts } from '../identity/index.ts';
import type { WalletApi } from '../wallet/index.ts';
import { type DirectoryRow, directoryRepository } from './directory.repository.ts';
import type {
  AccountDeletion,
  LateDrivers,
  PayoutsOfUsers,
  PhoneDesks,
  RecurringTrips,
  SharedViews,
  UserBookings,
  VehiclesOfUsers,
} from './users.ports.ts';
import { presentUser } from './users.presenter.ts';

export interface UsersDeps {
  db: Queries;
  /** Connection for lists and exports; may be a replica. */
  reads: Queries;
  withTx: WithTx;
  clock: Clock;
  settings: { get(): Promise<Settings> };
  identity: Pick<
    IdentityApi,
    | 'usersWith'
    | 'createUser'
    | 'lockUser'
    | 'changeUser'
    | 'reviewUser'
    | 'recordAudit'
    | 'auditOf'
    | 'lastApproval'
    | 'endSessionsOf'
    | 'removeSecondFactor'
  >;
  fleet: Pick<FleetApi, 'saveDriver' | 'approveVehicle' | 'takeOffDuty' | 'dissolveFleet'>;
  wallet: Pick<WalletApi, 'balanceOf' | 'history' | 'lockAnyBalance'>;
  payouts: PayoutsOfUsers;
  bookings: UserBookings;
  shifts: LateDrivers;
  vehicles: VehiclesOfUsers;
  recurringBookings: RecurringTrips;
  savedViews: SharedViews;
  phoneDesk: PhoneDesks;
  readParts: ReadUserParts;
  accounts: AccountDeletion;
}

/** The user if they are in the scope; throws `not_found` otherwise. */
export async function findVisible(db: Queries, scope: ManagedScope, uid: string): Promise<DirectoryRow> {
  const row = await directoryRepository(db).find(scope, uid);
  if (row === null) throw new DomainError('not_found');
  return row;
}

/** The user as managers see them after a change, including a user who has just left the caller's scope. */
export async function presentChanged({ db, settings }: UsersDeps, uid: string): Promise<User> {
  return presentUser(await findVisible(db, { of: 'all' }, uid), await settings.get());
}
