// Dependencies of what-if: parts of the kit, and the functions used of lower modules.
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
  /** Path of the road graph of the city in use; null while no city is in use. */
  roadGraphFile: () => string | null;
  /** Replaced in tests only. */
  startReplay?: StartReplay;
}
