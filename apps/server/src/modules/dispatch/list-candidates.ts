// "Assign driver": lists the drivers an admin may choose for a booking, by road travel time, unknown positions last.
import type { DriverCandidate } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import { fullNameOf } from '@kerb/domain/identity';
import { DomainError, inOperatorUnit, km } from '@kerb/domain/kernel';
import type { DispatchedBooking, DispatchModuleDeps, TypedDriver } from './dispatch.deps.ts';

/** Maximum number of listed drivers; the text search finds the others. */
const MAX_LISTED = 100;
/** Road travel times are computed for the nearest drivers only, up to this number. */
const MAX_ETAS = 40;

type Deps = Pick<DispatchModuleDeps, 'booking' | 'fleet' | 'identity' | 'wallet' | 'logger'> & {
  maps: Pick<DispatchModuleDeps['maps'], 'arrivalTimes'>;
};
type Named = TypedDriver & { name: string; rating: string };

/** Reduces text to letters and digits without accents: "sab1234" finds "SAB 1234", "nunez" finds "Núñez". */
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
  /** Approved drivers of the car type with valid documents, by straight-line distance. */
  async function assignable(booking: DispatchedBooking, q: string): Promise<Named[]> {
    const drivers = await fleet.driversOfType(booking.pickup, booking.car_type);
    const people = await identity.usersOf(drivers.map(({ driver }) => driver));
    return drivers
      .flatMap((driver) => {
        const person = people.get(driver.driver);
        if (!person?.approved) return [];
        const name = fullNameOf(person);
        return [{ ...driver, name, rating: person.ratings.userrating }];
      })
      .filter(isFoundBy(q))
      .sort(byDistance)
      .slice(0, MAX_LISTED);
  }

  /** Seconds by road, by driver; empty when the map service fails, so that the list still works. */
  async function travelTimes(
    drivers: readonly Named[],
    pickup: LatLng,
  ): Promise<ReadonlyMap<string, number>> {
    const near = drivers
      .flatMap(({ driver, position }) => (position ? [{ driver, position }] : []))
      .slice(0, MAX_ETAS);
    if (near.length === 0) return new Map();
    try {
      const routes = await maps.arrivalTimes(
        near.map(({ position }) => position),
        pickup,
      );
      return new Map(
        near.flatMap(({ driver }, index) => {
          const route = routes[index];
          return route ? [[driver, Math.round(route.time_in_secs)] as const] : [];
        }),
      );
    } catch (error) {
      logger.warn({ err: error }, 'No travel times for the drivers to choose from');
      return new Map();
    }
  }

  async function namesOf(admins: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (admins.length === 0) return new Map();
    const people = await identity.usersOf(admins);
    return new Map([...people].map(([uid, person]) => [uid, fullNameOf(person)]));
  }

  /** Throws `not_found` for a booking that does not exist. */
  return async function listCandidates(id: string, q = ''): Promise<DriverCandidate[]> {
    const booking = await bookings.find(id);
    if (!booking) throw new DomainError('not_found');
    const drivers = await assignable(booking, q);
    const [seconds, asked, declined, blocked] = await Promise.all([
      travelTimes(drivers, booking.pickup),
      bookings.openOffers(id),
      bookings.declinedBy(id),
      wallet.blockedAmong(drivers.map(({ driver }) => driver)),
    ]);
    const askedBy = await namesOf(asked.flatMap(({ offered_by }) => offered_by ?? []));
    const offerTo = (driver: string) => asked.find((offer) => offer.driver === driver);
    const gateOf = ({ driver, gate }: Named): string | null => {
      if (gate !== null) return gate;
      if (declined.includes(driver)) return 'declined';
      return blocked.has(driver) ? 'wallet_blocked' : null;
    };
    const listed = drivers.map((one) => ({
      driver: one.driver,
      name: one.name,
      vehicle_number: one.vehicle_number,
      vehicle_description: one.vehicle_description,
      rating: one.rating,
      distance: distanceOf(one, booking),
      time_in_secs: seconds.get(one.driver) ?? null,
      gate: gateOf(one),
      asked: offerTo(one.driver) !== undefined,
      asked_by: askedBy.get(offerTo(one.driver)?.offered_by ?? '') ?? null,
    }));
    // Sorting is stable: drivers without a travel time stay sorted by distance.
    return listed.sort(
      (one, other) => (one.time_in_secs ?? Number.MAX_VALUE) - (other.time_in_secs ?? Number.MAX_VALUE),
    );
  };
}

/** In the operator's unit (km or miles), rounded to three decimals. */
function distanceOf({ distance_km }: Named, { pricing }: DispatchedBooking): number | null {
  if (distance_km === null) return null;
  return Math.round(inOperatorUnit(km(distance_km), pricing.convert_to_mile) * 1000) / 1000;
}
