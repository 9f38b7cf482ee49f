// Lists the drivers for the dashboard: approved, on duty, with a known position, within the viewer's scope.
import { fullNameOf } from '@kerb/domain/identity';
import type { Actor, Clock } from '../../kit/index.ts';
import type { DriverRecord } from './drivers.repository.ts';
import { fleetPolicy } from './fleet.policy.ts';
import type { TripsUnderWay, TripUnderWay } from './fleet.ports.ts';
import type { KnownPositions } from './known-positions.ts';
import { POSITION_VALID_MS } from './live-fleet.ts';

export interface LiveDriver {
  driver: string;
  name: string;
  vehicle_number: string;
  carType: string | null;
  queue: boolean;
  lat: number;
  lng: number;
  at: number;
  booking: TripUnderWay | null;
}

interface Person {
  firstName: string;
  lastName: string;
  approved: boolean;
}

export interface LiveDriversDeps {
  clock: Clock;
  positions: Pick<KnownPositions, 'ofMany'>;
  onDuty: (fleetadmin: string | null, limit: number) => Promise<DriverRecord[]>;
  usersOf: (uids: readonly string[]) => Promise<ReadonlyMap<string, Person>>;
  trips: Pick<TripsUnderWay, 'tripsOf'>;
}

const MAX_DRIVERS = 5000;

export function createLiveDrivers({ clock, positions, onDuty, usersOf, trips }: LiveDriversDeps) {
  return async function liveDrivers(actor: Actor): Promise<LiveDriver[]> {
    const scope = fleetPolicy.liveDrivers(actor);
    const oldest = clock.now() - POSITION_VALID_MS;
    const fleetadmin = scope.of === 'fleet' ? scope.fleetadmin : null;
    const drivers = await onDuty(fleetadmin, MAX_DRIVERS);
    const uids = drivers.map(({ uid }) => uid);
    const [people, tripOf, known] = await Promise.all([
      usersOf(uids),
      trips.tripsOf(uids, fleetadmin),
      positions.ofMany(uids),
    ]);
    return drivers.flatMap((driver) => {
      const person = people.get(driver.uid);
      const position = known.get(driver.uid);
      if (!person?.approved || position === undefined || position.seenAt < oldest) return [];
      return [
        {
          driver: driver.uid,
          name: fullNameOf(person),
          vehicle_number: driver.vehicleNumber,
          carType: driver.carType,
          queue: driver.queue,
          lat: position.lat,
          lng: position.lng,
          at: position.at,
          booking: tripOf.get(driver.uid) ?? null,
        },
      ];
    });
  };
}
