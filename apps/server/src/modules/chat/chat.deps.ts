// The dependencies of the chat module.
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Ids, Queries, WithTx } from '../../kit/index.ts';
import type { Live } from '../../kit/live/gateway.ts';
import type { Images } from '../../ports/images.ts';
import type { Storage } from '../../ports/storage.ts';
import type { BookingApi } from '../booking/index.ts';
import type { IdentityApi } from '../identity/index.ts';

export interface ChatDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  identity: Pick<IdentityApi, 'lockExistingAmong' | 'usersOf'>;
  settings: { get(): Promise<Pick<Settings, 'timezone'>> };
  booking: Pick<BookingApi, 'find' | 'findEach' | 'partyOf'>;
  live: Pick<Live, 'publishTyping'>;
  images: Images;
  storage: Storage;
}
