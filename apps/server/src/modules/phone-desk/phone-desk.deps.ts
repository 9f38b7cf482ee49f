// The dependencies of the phone desk.
import type { Clock, Ids, Queries, WithTx } from '../../kit/index.ts';
import type { BookingApi } from '../booking/index.ts';
import type { IdentityApi } from '../identity/index.ts';

export interface PhoneDeskDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  /** Signs the calls that a telephone system announces; undefined where none does. */
  callsSecret: string | undefined;
  /** The address people reach this server at; undefined: the one of the request. */
  publicUrl: string | undefined;
  settings: { get(): Promise<{ AllowCriticalEditsAdmin: boolean }> };
  identity: Pick<IdentityApi, 'userOf' | 'usersWith' | 'holdPresent'>;
  booking: Pick<BookingApi, 'find' | 'recentBookingsOf'>;
}
