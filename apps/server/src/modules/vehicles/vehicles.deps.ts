// Dependencies of shared vehicles: parts of the kit, and the functions used of lower modules.
import type { CarType } from '@kerb/domain/fleet';
import { fullNameOf } from '@kerb/domain/identity';
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Ids, Queries, Tx, WithTx } from '../../kit/index.ts';
import type { BookingApi } from '../booking/index.ts';
import type { FleetApi } from '../fleet/index.ts';
import type { User } from '../identity/index.ts';
import type { WalletApi } from '../wallet/index.ts';

type Person = Pick<User, 'usertype' | 'firstName' | 'lastName'>;

export interface VehiclesDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  settings: {
    get(): Promise<Pick<Settings, 'timezone' | 'decimal'>>;
    /** Decimals, which cannot change until the transaction ends. */
    lockMoneyUnit(tx: Tx): Promise<Pick<Settings, 'decimal'>>;
  };
  identity: {
    userOf(uid: string): Promise<Person | null>;
    usersOf(uids: readonly string[]): Promise<Map<string, Person>>;
    /** False for an unknown or deleted user; otherwise the user is not deleted until the transaction ends. */
    lockExisting(tx: Tx, uid: string): Promise<boolean>;
    /** False for a user who is not approved; otherwise neither approval nor role changes until the transaction ends. */
    lockApproved(tx: Tx, uid: string): Promise<boolean>;
  };
  carTypes: { carTypes(): Promise<readonly CarType[]> };
  fleet: Pick<FleetApi, 'lockDriver' | 'driversOf' | 'lendVehicle' | 'changeLentVehicle' | 'takeVehicleBack'>;
  wallet: Pick<WalletApi, 'chargeForVehicle'>;
  booking: Pick<BookingApi, 'find'>;
}

/** Users with their names; deleted users are missing. */
export type People = ReadonlyMap<string, Person>;

export function nameOf(people: People, uid: string): string {
  return fullNameOf(people.get(uid));
}
