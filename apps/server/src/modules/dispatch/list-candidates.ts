// "Assign driver": whom an admin may choose for a booking, the soonest by road first, then those whose place is not known.
import type { DriverCandidate } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import { DomainError, inOperatorUnit, km } from '@kerb/domain/kernel';
import type { DispatchedBooking, DispatchModuleDeps, TypedDriver } from './dispatch.deps.ts';

/** So many are listed; the search finds the others. */
const MOST_LISTED = 100;
/** Travel times are asked for this many drivers, the nearest. */
const MAX_ETAS = 40;

type Deps = Pick<DispatchModuleDeps, 'booking' | 'fleet' | 'identity' | 'maps' | 'wallet' | 'logger'>;
type Named = TypedDriver & { name: string; rating: string };

/** Letters and digits alone, without accents: "SAB 1234" is found by "sab1234", "Núñez" by "nunez". */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const isFoundBy = (q: string) => {
  const wanted = plain(q);
  return ({ name, vehicle_number }: Named): boolean =>
    plain(name).includes(wanted) || plain(vehicle_number).includes(wanted);
};

const byDistance = (one: Named, other: Named): number =>
  (one.distance_km ?? Number.POSITIVE_INFINITY) - (other.distance_km ?? Number.POSITIVE_INFINITY) ||
  one.name.localeCompare(other.name) ||
  (one.driver < other.driver ? -1 : 1);

export function createListCandidates({ booking: bookings, fleet, identity, maps, wallet, logger }: Deps) {
  /** Approved drivers of the car type with valid papers, the nearest first as the crow flies. */
  async function assignable(booking: DispatchedBooking, q: string): Promise<Named[]> {
    const drivers = await fleet.driversOfType(booking.pickup, booking.car_type);
    const people = await identity.usersOf(drivers.map(({ driver }) => driver));
    return drivers
      .flatMap((driver) => {
        const person = people.get(driver.driver);
        if (!person?.approved) return [];
        const name = `${person.firstName} ${person.lastName}`.trim();
        return [{ ...driver, name, rating: person.ratings.userrating }];
      })
      .filter(isFoundBy(q))
      .sort(byDistance)
      .slice(0, MOST_LISTED);
  }

  /** Seconds by road; a map service that fails costs the times, not the list. */
  async function ways(drivers: readonly Named[], pickup: LatLng): Promise<ReadonlyMap<string, number>> {
    const near = drivers
      .flatMap(({ driver, position }) => (position ? [{ driver, position }] : []))
      .slice(0, MAX_ETAS);
    if (near.length === 0) return new Map();
    try {
      const rows = await maps.matrix(
        near.map(({ position }) => position),
        [pickup],
      );
      return new Map(
        near.flatMap(({ driver }, index) => {
          const way = rows[index]?.[0];
          return way ? [[driver, Math.round(way.time_in_secs)] as const] : [];
        }),
      );
    } catch (error) {
      logger.warn({ err: error }, 'No travel times for the drivers to choose from');
      return new Map();
    }
  }

  /** Throws `not_found` for a booking that does not exist. */
  return async (id: string, q = ''): Promise<DriverCandidate[]> => {
    const booking = await bookings.find(id);
    if (!booking) throw new DomainError('not_found');
    const drivers = await assignable(booking, q);
    const [seconds, asked, declined] = await Promise.all([
      ways(drivers, booking.pickup),
      bookings.openRequests(id),
      bookings.declinedBy(id),
    ]);
    const gateOf = async ({ driver, gate }: Named): Promise<string | null> => {
      if (gate !== null) return gate;
      if (declined.includes(driver)) return 'declined';
      return (await wallet.blockedForTasks(driver)) ? 'wallet_blocked' : null;
    };
    const listed = await Promise.all(
      drivers.map(async (one) => ({
        driver: one.driver,
        name: one.name,
        vehicle_number: one.vehicle_number,
        vehicle_description: one.vehicle_description,
        rating: one.rating,
        distance: distanceOf(one, booking),
        time_in_secs: seconds.get(one.driver) ?? null,
        gate: await gateOf(one),
        asked: asked.some(({ driver }) => driver === one.driver),
      })),
    );
    // Sorting is stable: without a known way they stay as near as they are.
    return listed.sort(
      (one, other) => (one.time_in_secs ?? Number.MAX_VALUE) - (other.time_in_secs ?? Number.MAX_VALUE),
    );
  };
}

/** In the operator's unit, to the metre or its like. */
function distanceOf({ distance_km }: Named, { pricing }: DispatchedBooking): number | null {
  if (distance_km === null) return null;
  return Math.round(inOperatorUnit(km(distance_km), pricing.convert_to_mile) * 1000) / 1000;
}
