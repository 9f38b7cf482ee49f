// The map service of this machine: the city's own geocoder and roads, with no key and no outside call.
import type { LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import { callErrors, type MapService } from '../../ports/maps.ts';
import { LARGEST_SNAP_METRES, type RoadRouter } from '../../ports/roads.ts';
import type { Geocoder } from './geocoder.ts';

/** A door this near gives a point its whole address; beyond it the street alone is named. */
const AT_THE_DOOR_METRES = 70;

export function createEmbeddedMapService(geocoder: Geocoder, roads: RoadRouter): MapService {
  return {
    kind: roads.kind === 'roads' ? 'embedded' : 'great-circle',
    autocomplete: (q, options) => failing(callErrors.autocomplete, geocoder.autocomplete(q, options)),
    coordsOf: (placeId) => failing(callErrors.coordsOf, geocoder.coordsOf(placeId)),
    distanceMatrix: (starts, dests) =>
      failing(callErrors.distanceMatrix, roads.distanceMatrix(starts, dests)),
    reverse: (at) => failing(callErrors.reverse, addressOf(at, geocoder, roads)),
    directions: (start, dest, waypoints = []) =>
      failing(callErrors.directions, roads.directions([start, ...waypoints, dest])),
  };
}

async function addressOf(at: LatLng, geocoder: Geocoder, roads: RoadRouter): Promise<string> {
  const [door, street] = await Promise.all([geocoder.nearestDoor(at), roads.nearestStreet(at)]);
  if (door && door.metres <= AT_THE_DOOR_METRES) {
    return geocoder.describe(`${door.street} ${door.label}`, door.area);
  }
  const area = door?.area ?? '';
  if (street !== '') return geocoder.describe(street, area);
  if (door && door.metres <= LARGEST_SNAP_METRES) return geocoder.describe(door.street, area);
  return geocoder.describe(`${at.lat.toFixed(5)}, ${at.lng.toFixed(5)}`, area);
}

/** Refusals of the catalogue pass; anything else is a failure of the service, in the specification's words. */
async function failing<T>(text: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('google_places_error', text);
  }
}
