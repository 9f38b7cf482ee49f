// Computes the initial view of the board's map: the area with most of the fleet, without outliers.
import type { LatLng } from '@kerb/domain/geo';

/** Share of the cars that is ignored at each edge. */
const TRIMMED = 0.05;

/** Two opposite corners of the area; empty for fewer than two places. */
export function fleetCentre(places: readonly LatLng[]): LatLng[] {
  if (places.length < 2) return [];
  const middle = (values: readonly number[]) => {
    const sorted = [...values].sort((one, other) => one - other);
    const cut = Math.floor(sorted.length * TRIMMED);
    return { first: sorted[cut] ?? 0, last: sorted[sorted.length - 1 - cut] ?? 0 };
  };
  const lat = middle(places.map((place) => place.lat));
  const lng = middle(places.map((place) => place.lng));
  return [
    { lat: lat.first, lng: lng.first },
    { lat: lat.last, lng: lng.last },
  ];
}
