// Where the drivers on duty are, and which of them are on a trip: what batches of dispatch know of the whole city.
import type { LatLng } from '@kerb/domain/geo';
import type { Clock } from '../../kit/index.ts';
import type { DriverRecord } from './drivers.repository.ts';
import { type LiveFleet, POSITION_VALID_MS } from './live-fleet.ts';

export interface DriverOnDuty extends LatLng {
  /** On a trip. */
  busy: boolean;
}

interface DriversOnDutyDeps {
  clock: Clock;
  live: Pick<LiveFleet, 'get'>;
  onDuty: (limit: number) => Promise<readonly Pick<DriverRecord, 'uid' | 'queue'>[]>;
}

const MAX_DRIVERS = 20_000;

export function createDriversOnDuty({ clock, live, onDuty }: DriversOnDutyDeps) {
  return async function driversOnDuty(): Promise<DriverOnDuty[]> {
    const oldest = clock.now() - POSITION_VALID_MS;
    const drivers = await onDuty(MAX_DRIVERS);
    return drivers.flatMap(({ uid, queue }) => {
      const position = live.get(uid);
      if (position === null || position.seenAt < oldest) return [];
      return [{ lat: position.lat, lng: position.lng, busy: queue }];
    });
  };
}
