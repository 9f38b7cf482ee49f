// Dependencies of recurring bookings: parts of the kit, and the functions used of lower modules.
import type { CarType } from '@kerb/domain/fleet';
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Ids, Queries, WithTx } from '../../kit/index.ts';
import type { BookingApi } from '../booking/index.ts';
import type { User } from '../identity/index.ts';

export interface RecurringBookingsDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  logger: { error(details: object, message: string): void };
  settings: { get(): Promise<Pick<Settings, 'timezone' | 'appcat' | 'AllowCriticalEditsAdmin'>> };
  identity: {
    userOf(uid: string): Promise<Pick<User, 'usertype' | 'mobile' | 'approved'> | null>;
    usersOf(uids: readonly string[]): Promise<Map<string, Pick<User, 'firstName' | 'lastName'>>>;
  };
  carTypes: { carTypes(): Promise<readonly CarType[]> };
  booking: Pick<BookingApi, 'estimateFor' | 'bookForAdmins' | 'cancelWithin' | 'findEach'>;
}
