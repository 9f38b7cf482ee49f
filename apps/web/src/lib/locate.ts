// Returns the device's position with the nearest address.
import { ApiError } from '@kerb/sdk/client';
import type { TripPoint } from '@kerb/sdk/store';
import { client } from './store.ts';

/** Longest wait in ms, including the browser's question for permission, which may never be answered. */
const maxWaitMs = 20_000;

function currentPosition(): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) => {
    const fail = (cause?: unknown) =>
      reject(new ApiError({ status: 0, code: 'location_fetch_error', cause }));
    if (!('geolocation' in navigator)) return fail();
    setTimeout(fail, maxWaitMs);
    navigator.geolocation.getCurrentPosition(resolve, fail, {
      enableHighAccuracy: true,
      timeout: 10_000,
      maximumAge: 30_000,
    });
  });
}

export async function locate(): Promise<TripPoint> {
  const { coords } = await currentPosition();
  const { address } = await client.mapsReverse({
    query: { latlng: `${coords.latitude},${coords.longitude}` },
  });
  return { lat: coords.latitude, lng: coords.longitude, add: address };
}
