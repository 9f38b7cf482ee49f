// Route of tests: a straight road.
import { encodePolyline, type LatLng, lengthKm } from '@kerb/domain/geo';
import type { RouteDetails } from '../../../ports/maps.ts';

/** A straight road at 36 km/h. */
export function straightRoad(start: LatLng, dest: LatLng, stops: readonly LatLng[] = []): RouteDetails {
  const points = [start, ...stops, dest];
  const distance_in_km = lengthKm(points);
  return {
    distance_in_km,
    time_in_secs: distance_in_km * 100,
    polylinePoints: encodePolyline(points),
    legs: [],
    maneuvers: [],
  };
}
