// Where simulated people want to go: points around the middle of the city, and addresses the city knows.
import type { City, DirectionsView } from '@kerb/contract';
import { type AddressedPoint, decodePolyline, type LatLng } from '@kerb/domain/geo';
import { hotspotsOf, type Random } from '@kerb/lab';
import type { Client } from '@kerb/sdk/client';
import { isRefusal, type Persist } from './persist.ts';

const KM_PER_DEGREE = 111.195;

const coordinates = ({ lat, lng }: LatLng): string => `${lat.toFixed(6)},${lng.toFixed(6)}`;

/** Near one of the busy places, the busier ones more often, never outside the city. */
export function randomPoint(random: Random, city: City): LatLng {
  const hotspots = hotspotsOf(city);
  const total = hotspots.reduce((sum, { weight }) => sum + weight, 0);
  let rest = random.between(0, total);
  const spot = hotspots.find(({ weight }) => {
    rest -= weight;
    return rest < 0;
  }) ?? { ...city.center, spreadKm: 1 };
  const [west, south, east, north] = city.bounds;
  const degrees = spot.spreadKm / KM_PER_DEGREE;
  const lat = spot.lat + random.normal() * degrees;
  const lng = spot.lng + (random.normal() * degrees) / Math.cos((spot.lat * Math.PI) / 180);
  return { lat: Math.min(north, Math.max(south, lat)), lng: Math.min(east, Math.max(west, lng)) };
}

export interface PlacesDeps {
  client: Client;
  persist: Persist;
}

/** The road between two points; null when there is no road or a point is outside the city. */
export async function findWay(
  { client, persist }: PlacesDeps,
  from: LatLng,
  to: LatLng,
  signal: AbortSignal,
): Promise<(DirectionsView & { points: LatLng[] }) | null> {
  try {
    const query = { start: coordinates(from), dest: coordinates(to) };
    const way = await persist((options) => client.mapsDirections({ query }, options), signal);
    return { ...way, points: decodePolyline(way.polylinePoints) };
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/** An address that the search finds near a point: what a person would have typed; null without a result. */
export async function findAddress(
  { client, persist }: PlacesDeps,
  near: LatLng,
  signal: AbortSignal,
): Promise<AddressedPoint | null> {
  try {
    const { address } = await persist(
      (options) => client.mapsReverse({ query: { latlng: coordinates(near) } }, options),
      signal,
    );
    // People type the street and the number, not the quarter.
    const q = address.split(',')[0] ?? address;
    const { searchResults } = await persist(
      (options) => client.mapsAutocomplete({ query: { q, near: coordinates(near) } }, options),
      signal,
    );
    const [first] = searchResults;
    if (!first) return null;
    const { coords, description } = await persist(
      (options) => client.mapsPlace({ params: { place_id: first.place_id } }, options),
      signal,
    );
    return { ...coords, add: description };
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}
