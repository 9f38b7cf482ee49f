// The dependencies of the phone desk.
import type { Clock, Ids, Queries, WithTx } from '../../kit/index.ts';
import type { BookingApi } from '../booking/index.ts';
import type { IdentityApi } from '../identity/index.ts';

export interface PhoneDeskDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  /** Key of the signatures of announced calls; undefined without a telephone system. */
  callsSecret: string | undefined;
  /** Public URL of this installation; undefined: the host of the request is used. */
  publicUrl: string | undefined;
  settings: { get(): Promise<{ AllowCriticalEditsAdmin: boolean }> };
  identity: Pick<IdentityApi, 'userOf' | 'usersWith' | 'lockExisting'>;
  booking: Pick<BookingApi, 'find' | 'recentBookingsOf'>;
}
