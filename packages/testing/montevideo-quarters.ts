// Places in Montevideo near which generated trips begin and end.
import type { LatLng } from '@kerb/domain/geo';

/** Built-up parts of Montevideo, well inland. Trips begin and end within a few hundred metres of them. */
export const montevideoQuarters: readonly LatLng[] = [
  { lat: -34.9055, lng: -56.1865 },
  { lat: -34.8925, lng: -56.1665 },
  { lat: -34.8835, lng: -56.1815 },
  { lat: -34.9065, lng: -56.1545 },
  { lat: -34.8905, lng: -56.1325 },
  { lat: -34.8745, lng: -56.1525 },
  { lat: -34.8645, lng: -56.1985 },
  { lat: -34.8825, lng: -56.1045 },
  { lat: -34.8535, lng: -56.1705 },
  { lat: -34.8985, lng: -56.1185 },
];
