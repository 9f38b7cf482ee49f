// The dependencies of the languages module.
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Ids, Queries, WithTx } from '../../kit/index.ts';
import type { Bus } from '../../ports/bus.ts';

export interface LanguagesDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  bus: Bus;
  settings: { get(): Promise<Pick<Settings, 'AllowCriticalEditsAdmin' | 'appcat'>> };
}
