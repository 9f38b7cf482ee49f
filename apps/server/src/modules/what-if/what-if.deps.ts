// The dependencies of what-if: kit parts and, of each lower module, only the functions used.
import type { Settings } from '@kerb/domain/settings';
import type { TravelTimeModel } from '@kerb/domain/travel-times';
import type { Clock, Ids, Queries, WithTx } from '../../kit/index.ts';
import type { StartReplay } from './start-replay.ts';

export interface WhatIfDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  logger: { warn(details: object, message: string): void };
  settings: { get(): Promise<Settings> };
  travelTimes: {
    /** The traffic model in use: the learned one, or the operator's factors. */
    model(): Promise<TravelTimeModel>;
  };
  /** The file with the road graph of the city in use; null while none is. */
  roadGraphFile: () => string | null;
  /** Another one only in tests. */
  startReplay?: StartReplay;
}
