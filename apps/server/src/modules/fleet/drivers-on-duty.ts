// Lists the drivers on duty with their positions, and whether they are on a trip, for the batches of dispatch.
import type { LatLng } from '@kerb/domain/geo';
import type { Clock } from '../../kit/index.ts';
import type { DriverRecord } from './drivers.repository.ts';
import type { KnownPositions } from './known-positions.ts';
import { POSITION_VALID_MS } from './live-fleet.ts';

export interface DriverOnDuty extends LatLng {
  /** On a trip. */
  busy: boolean;
}

interface DriversOnDutyDeps {
  clock: Clock;
  positions: Pick<KnownPositions, 'ofMany'>;
  onDuty: (limit: number) => Promise<readonly Pick<DriverRecord, 'uid' | 'queue'>[]>;
}

/** More than a city has; two columns are read of each. */
const MAX_DRIVERS = 100_000;

export function createDriversOnDuty({ clock, positions, onDuty }: DriversOnDutyDeps) {
  return async function driversOnDuty(): Promise<DriverOnDuty[]> {
    const oldest = clock.now() - POSITION_VALID_MS;
    const drivers = await onDuty(MAX_DRIVERS);
    const known = await positions.ofMany(drivers.map(({ uid }) => uid));
    return drivers.flatMap(({ uid, queue }) => {
      const position = known.get(uid);
      if (position === undefined || position.seenAt < oldest) return [];
      return [{ lat: position.lat, lng: position.lng, busy: queue }];
    });
  };
}
