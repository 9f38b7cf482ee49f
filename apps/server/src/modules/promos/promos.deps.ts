// Dependencies of the promos module.
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Ids, Queries, WithTx } from '../../kit/index.ts';

export interface PromosDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  settings: { get(): Promise<Pick<Settings, 'AllowCriticalEditsAdmin'>> };
}
