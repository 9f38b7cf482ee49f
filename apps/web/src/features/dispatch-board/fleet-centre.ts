// What the board's map begins with: the part of the city where most of the fleet is, not its outermost cars.
import type { LatLng } from '@kerb/domain/geo';

/** The share of the cars that is left out at each edge. */
const TRIMMED = 0.05;

/** Two corners around the middle of the places; empty for fewer than two, which have no middle. */
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
