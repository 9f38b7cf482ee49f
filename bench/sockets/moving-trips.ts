// Creates trips under way whose cars report changing positions.
import { randomUUID } from 'node:crypto';
import type { Caller } from '../lib/posts.ts';
import { type DriverTrips, insertTrips } from '../writes/driver-trips.ts';
import { insertRidersWithIds } from '../writes/people.ts';

/** Their mobiles begin after that of the rider whose trip is copied. */
const RIDERS_OF_TRIPS = 310_000;
const TRIP_BEGAN_BEFORE_MS = 20 * 60_000;

export interface MovingTrip {
  readonly id: string;
  readonly driver: Caller;
  readonly rider: Caller;
}

/** This number of trips, each with its own driver and rider. */
export async function startTrips({ client, model, take }: DriverTrips, count: number): Promise<MovingTrip[]> {
  const riders = await insertRidersWithIds(
    client,
    Array.from({ length: count }, () => randomUUID()),
    RIDERS_OF_TRIPS,
  );
  const began = Date.now() - TRIP_BEGAN_BEFORE_MS;
  const drivers = take(count);
  const trips = riders.map((rider, index): MovingTrip => {
    const driver = drivers[index];
    if (driver === undefined) throw new Error('There are too few drivers');
    return { id: randomUUID(), driver, rider };
  });
  await insertTrips(
    client,
    model,
    trips.map(({ id, driver, rider }) => ({
      id,
      changes: {
        status: 'STARTED',
        customer: rider.uid,
        driver: driver.uid,
        driver_name: 'Sergio',
        vehicle_number: 'SBA 1234',
        driver_accept_time: began,
        driver_arrive_time: began,
        trip_start_time: began,
      },
    })),
  );
  await client.query('update drivers set queue = true where uid = any($1::uuid[])', [
    drivers.map(({ uid }) => uid),
  ]);
  return trips;
}
