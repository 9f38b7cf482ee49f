// Great-circle distance and bearing on a sphere, accurate enough for radii and trails. The map service computes road
// distances.
import { type Km, km } from '../kernel/index.ts';
import type { LatLng } from './lat-lng.schema.ts';

/** Mean radius of the earth (IUGG R1): the sphere with the least error over all directions. */
export const EARTH_RADIUS_KM = 6371.0088;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/**
 * Returns a function of latitude and longitude that returns the great-circle distance to this point: the same as
 * `distanceKm`, for the many distances of a search.
 */
export function distancesTo(point: LatLng): (lat: number, lng: number) => Km {
  const cosOfPoint = Math.cos(radians(point.lat));
  return (lat, lng) => {
    const sinLat = Math.sin(radians(lat - point.lat) / 2);
    const sinLng = Math.sin(radians(lng - point.lng) / 2);
    const chord = sinLat * sinLat + cosOfPoint * Math.cos(radians(lat)) * sinLng * sinLng;
    // For opposite points, rounding can give slightly more than 1, for which asin is undefined.
    return km(2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord))));
  };
}

/** Returns the great-circle distance between two points. */
export const distanceKm = (from: LatLng, to: LatLng): Km => distancesTo(from)(to.lat, to.lng);

/** Returns the length of a line through the points in order; 0 for one point or an empty list. */
export function lengthKm(points: readonly LatLng[]): Km {
  let total = 0;
  let last: LatLng | undefined;
  for (const point of points) {
    if (last) total += distanceKm(last, point);
    last = point;
  }
  return km(total);
}

/** Returns the initial bearing in degrees clockwise from north, 0 ≤ bearing < 360; 0 when the points are equal. */
export function bearingDegrees(from: LatLng, to: LatLng): number {
  const lat1 = radians(from.lat);
  const lat2 = radians(to.lat);
  const deltaLng = radians(to.lng - from.lng);
  const east = Math.sin(deltaLng) * Math.cos(lat2);
  const north = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(deltaLng);
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}

/** Interpolates linearly in degrees between two points, `fraction` from 0 to 1; for short distances only. */
export function between(from: LatLng, to: LatLng, fraction: number): LatLng {
  return { lat: from.lat + (to.lat - from.lat) * fraction, lng: from.lng + (to.lng - from.lng) * fraction };
}
