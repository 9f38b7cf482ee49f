// The place at a point of the map: its nearest address.
import type { LatLng } from '@kerb/domain/geo';
import type { TripPoint } from '@kerb/sdk/store';
import { client } from '../../lib/store.ts';

/** Rejects with place_to_coords_error for the sea or another city. */
export async function placeAt({ lat, lng }: LatLng, signal?: AbortSignal): Promise<TripPoint> {
  const asked = { query: { latlng: `${lat.toFixed(6)},${lng.toFixed(6)}` } };
  const { address } = await client.mapsReverse(asked, signal ? { signal } : {});
  return { lat, lng, add: address };
}
