// What the module needs of the rest of the house; what belongs to higher tiers is handed in by app.ts.
import type { Person, RatingEntry } from '@kerb/contract';
import type { ManagedScope } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Queries, Tx, WithTx } from '../../kit/index.ts';
import type { FleetApi } from '../fleet/index.ts';
import type { IdentityApi } from '../identity/index.ts';
import type { WalletApi } from '../wallet/index.ts';
import { type DirectoryRow, directoryRepository } from './directory.repository.ts';
import { presentPerson } from './people.presenter.ts';

export interface RatingsPage {
  items: RatingEntry[];
  nextCursor: string | null;
}

export interface PeopleDeps {
  db: Queries;
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
    | 'endSessionsOf'
  >;
  fleet: Pick<FleetApi, 'saveDriver' | 'takeOffDuty' | 'dissolveFleet'>;
  wallet: Pick<WalletApi, 'balanceOf' | 'history'>;
  /** A booking that has neither ended nor been paid, as rider or driver. */
  hasOpenBooking: (tx: Tx, uid: string) => Promise<boolean>;
  /** The ratings a driver was given, newest first. Throws `invalid_input` for a foreign cursor. */
  ratingsOf: (uid: string, page: { limit: number; cursor?: string | undefined }) => Promise<RatingsPage>;
  /** Erases the account in the transaction, to be called first in it. */
  deleteAccount: (tx: Tx, uid: string, options: { by: 'self' | 'admin'; forfeit: boolean }) => Promise<void>;
}

/** The person, if the scope has them; throws `not_found` for anybody else. */
export async function findVisible(db: Queries, scope: ManagedScope, uid: string): Promise<DirectoryRow> {
  const row = await directoryRepository(db).find(scope, uid);
  if (row === null) throw new DomainError('not_found');
  return row;
}

/** The person as managers see them after a change; one who moved out of the caller's sight is shown a last time. */
export async function presentChanged({ db, settings }: PeopleDeps, uid: string): Promise<Person> {
  return presentPerson(await findVisible(db, { of: 'all' }, uid), await settings.get());
}
