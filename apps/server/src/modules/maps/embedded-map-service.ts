// Map service that runs on this machine: geocodes and routes in the imported city, without an API key or external
// calls.
import type { LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import { callErrors, type MapService, type Travel } from '../../ports/maps.ts';
import { MAX_SNAP_METRES, type RoadRouter } from '../../ports/roads.ts';
import type { RoutingOptions } from '../../ports/routing-lanes.ts';
import type { Geocoder } from './geocoder.ts';
import type { StreetTimes } from './street-graph.ts';

/** A point this near to a door, in metres, gets the full address of the door; beyond it only the street. */
const AT_THE_DOOR_METRES = 70;

/** `country`: ISO 3166-1 alpha-2 of the operator, which contains the only city; undefined while it is not set. */
export function createEmbeddedMapService(
  geocoder: Geocoder,
  roads: RoadRouter,
  streetTimes: Pick<StreetTimes, 'arrivalTimes'>,
  country: () => Promise<string | undefined>,
): MapService {
  async function isServed(requested: string | undefined): Promise<boolean> {
    if (requested === undefined) return true;
    const own = await country();
    return own === undefined || own.toLowerCase() === requested.toLowerCase();
  }

  /** Arrival times by the router's matrix, for a city without a road graph. */
  async function arrivalTimes(
    starts: readonly LatLng[],
    dest: LatLng,
    options: RoutingOptions | undefined,
  ): Promise<readonly (Travel | null)[]> {
    const times = roads.kind === 'roads' ? streetTimes.arrivalTimes(starts, dest) : null;
    if (times !== null) return times;
    const rows = await roads.distanceMatrix(starts, [dest], options);
    return rows.map(([travel]) => travel ?? null);
  }

  return {
    kind: roads.kind === 'roads' ? 'embedded' : 'great-circle',
    autocomplete: async (q, options) =>
      (await isServed(options.country))
        ? failing(callErrors.autocomplete, geocoder.autocomplete(q, options))
        : [],
    coordsOf: (placeId) => failing(callErrors.coordsOf, geocoder.coordsOf(placeId)),
    distanceMatrix: (starts, dests, options) =>
      failing(callErrors.distanceMatrix, roads.distanceMatrix(starts, dests, options)),
    arrivalTimes: (starts, dest, options) =>
      failing(callErrors.distanceMatrix, arrivalTimes(starts, dest, options)),
    reverse: (at, options) => failing(callErrors.reverse, addressOf(at, geocoder, roads, options)),
    directions: (start, dest, waypoints = [], options) =>
      failing(callErrors.directions, roads.directions([start, ...waypoints, dest], options)),
    matchTrace: (trace) => failing(callErrors.matchTrace, roads.matchTrace(trace)),
  };
}

async function addressOf(
  at: LatLng,
  geocoder: Geocoder,
  roads: RoadRouter,
  options: RoutingOptions | undefined,
): Promise<string> {
  const [door, street] = await Promise.all([geocoder.nearestDoor(at), roads.nearestStreet(at, options)]);
  if (door && door.metres <= AT_THE_DOOR_METRES) {
    return geocoder.describe(`${door.street} ${door.label}`, door.area);
  }
  const area = door?.area ?? '';
  if (street !== '') return geocoder.describe(street, area);
  if (door && door.metres <= MAX_SNAP_METRES) return geocoder.describe(door.street, area);
  return geocoder.describe(`${at.lat.toFixed(5)}, ${at.lng.toFixed(5)}`, area);
}

/** Passes domain errors on; any other error becomes `google_places_error` with a text of the specification. */
async function failing<T>(text: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('google_places_error', text);
  }
}
