// The dependencies of travel times: kit parts and the operator's settings.
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Queries, WithTx } from '../../kit/index.ts';
import type { Bus } from '../../ports/bus.ts';

/** Implemented by settings. */
export interface TrafficSettings {
  get(): Promise<Pick<Settings, 'timezone' | 'trafficByHour'>>;
}

export interface TravelTimesDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  bus: Bus;
  logger: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
  settings: TrafficSettings;
}
