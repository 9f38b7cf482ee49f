// Returns the device's position with the nearest address.
import { ApiError } from '@kerb/sdk/client';
import type { TripPoint } from '@kerb/sdk/store';
import { client } from './store.ts';

function currentPosition(): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator))
      return reject(new ApiError({ status: 0, code: 'location_fetch_error' }));
    navigator.geolocation.getCurrentPosition(
      resolve,
      (cause) => reject(new ApiError({ status: 0, code: 'location_fetch_error', cause })),
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 30_000 },
    );
  });
}

export async function locate(): Promise<TripPoint> {
  const { coords } = await currentPosition();
  const { address } = await client.mapsReverse({
    query: { latlng: `${coords.latitude},${coords.longitude}` },
  });
  return { lat: coords.latitude, lng: coords.longitude, add: address };
}
