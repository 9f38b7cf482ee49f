// Decides how a rider's drop-off changes the saved addresses: a new address, or another visit to a saved one.
import { distanceKm, type LatLng } from '../geo/index.ts';
import { inOperatorUnit } from '../kernel/index.ts';

/** Specification §9: addresses closer than this, in the operator's unit, are the same address. */
export const SAVED_ADDRESS_RADIUS = 0.1;

/** Change to store: another visit to a saved address, or a new address with count 1. */
export type DropNote<Saved> =
  | { kind: 'visited-again'; address: Saved; count: number }
  | { kind: 'new'; count: 1 };

/**
 * Compares a drop with the saved addresses; when several are close enough, the visit is counted for the nearest one.
 */
export function countVisit<Saved extends LatLng & { count: number }>(
  saved: readonly Saved[],
  drop: LatLng,
  { convert_to_mile }: { convert_to_mile: boolean },
): DropNote<Saved> {
  let nearest: { address: Saved; distance: number } | null = null;
  for (const address of saved) {
    const distance = inOperatorUnit(distanceKm(address, drop), convert_to_mile);
    if (distance >= SAVED_ADDRESS_RADIUS) continue;
    if (!nearest || distance < nearest.distance) nearest = { address, distance };
  }
  return nearest
    ? { kind: 'visited-again', address: nearest.address, count: nearest.address.count + 1 }
    : { kind: 'new', count: 1 };
}
