// Whether a driver of a car type finishes a trip near a point soon, and can then take the next one from there.
import type { LatLng } from '@kerb/domain/geo';
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Clock } from '../../kit/index.ts';
import type { GatesAt } from './find-drivers.ts';
import type { TripsUnderWay } from './fleet.ports.ts';

export interface FinishingNearDeps {
  clock: Clock;
  settings: () => Promise<Pick<Settings, 'followOnSeconds'>>;
  trips: Pick<TripsUnderWay, 'endingTrips'>;
  gatesAt: GatesAt;
}

/** Maximum number of trips that are read. */
const MAX_TRIPS = 500;

export function createFinishingNear({ clock, settings, trips, gatesAt }: FinishingNearDeps) {
  return async function isFinishingNear(point: LatLng, carType: string): Promise<boolean> {
    const { followOnSeconds } = await settings();
    if (followOnSeconds === 0) return false;
    const before = clock.now() + followOnSeconds * MS_PER_SECOND;
    const ending = await trips.endingTrips(carType, before, MAX_TRIPS);
    const places = ending.flatMap(({ driver, drop_point: { lat, lng } }) =>
      driver === null ? [] : [{ driver, lat, lng }],
    );
    const drivers = await gatesAt(places, point, carType);
    return drivers.some(({ gate }) => gate === null);
  };
}
