// The longest way a trail of positions can stand for: a trip is never charged for more than its positions show.
import { distanceKm, type LatLng } from '@kerb/domain/geo';

/** Positions this near to each other leave no room for a detour; corners are cut by a tenth at most. */
const NEAR_KM = 0.25;
const NEAR_FACTOR = 1.1;
/** Where the phone was silent for a while, roads may lead twice as far as the crow flies. */
const GAP_FACTOR = 2;

/**
 * Kilometres. A position a few metres off can lie on the other carriageway or in a side street, and directions
 * through it then go around the block; measured, that makes a way up to twice as long as the one driven.
 */
export function longestPlausibleKm(trail: readonly LatLng[]): number {
  let total = 0;
  let last: LatLng | undefined;
  for (const point of trail) {
    const hop = last ? distanceKm(last, point) : 0;
    total += hop * (hop <= NEAR_KM ? NEAR_FACTOR : GAP_FACTOR);
    last = point;
  }
  return total;
}
