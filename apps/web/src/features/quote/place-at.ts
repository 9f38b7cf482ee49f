// Looks up the nearest address of a point on the map.
import type { LatLng } from '@kerb/domain/geo';
import type { TripPoint } from '@kerb/sdk/store';
import { client } from '../../lib/store.ts';

/** Rejects with place_to_coords_error for a point without an address, such as in the sea or outside the city. */
export async function placeAt({ lat, lng }: LatLng, signal?: AbortSignal): Promise<TripPoint> {
  const asked = { query: { latlng: `${lat.toFixed(6)},${lng.toFixed(6)}` } };
  const { address } = await client.mapsReverse(asked, signal ? { signal } : {});
  return { lat, lng, add: address };
}
