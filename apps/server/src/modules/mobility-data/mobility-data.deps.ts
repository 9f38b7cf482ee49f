// Dependencies of mobility data: parts of the kit, and the functions that it uses of lower modules.
import type { CarType } from '@kerb/domain/fleet';
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Queries, WithTx } from '../../kit/index.ts';
import type { Storage } from '../../ports/storage.ts';
import type { KnownPositions } from '../fleet/index.ts';

export interface MobilityDataDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  /** The installation's secret. */
  secret: string;
  settings: { get(): Promise<Settings> };
  fleet: { positions: Pick<KnownPositions, 'ofMany'> };
  carTypes: { carTypes(): Promise<readonly CarType[]> };
  storage: Storage;
  logger: { info(details: object, message: string): void };
}
