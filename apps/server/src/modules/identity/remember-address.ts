// Saves where somebody rode to: an address nearer than 0.1 to a saved one counts it up, any other is added.
import { type AddressedPoint, distanceKm } from '@kerb/domain/geo';
import { inOperatorUnit } from '@kerb/domain/kernel';
import type { Clock, Ids, Tx } from '../../kit/index.ts';
import { savedAddressesRepository } from './saved-addresses.repository.ts';
import { usersRepository } from './users.repository.ts';

/** In the operator's unit: 0.1 km, or 0.1 mile when miles are on. */
export const SAME_ADDRESS_WITHIN = 0.1;

export function createRememberAddress({ clock, ids }: { clock: Clock; ids: Ids }) {
  return async (tx: Tx, uid: string, point: AddressedPoint, convertToMile: boolean): Promise<void> => {
    // Two rides ending at once take turns on the person's row.
    if ((await usersRepository(tx).findForUpdate(uid)) === null) return;
    const addresses = savedAddressesRepository(tx);
    const nearest = (await addresses.of(uid))
      .map((address) => ({
        id: address.id,
        distance: inOperatorUnit(distanceKm(address, point), convertToMile),
      }))
      .filter(({ distance }) => distance < SAME_ADDRESS_WITHIN)
      .sort((one, other) => one.distance - other.distance)[0];
    if (nearest) return addresses.countUp(nearest.id, clock.now());
    const { lat, lng, add: description } = point;
    return addresses.add(uid, { id: ids.next(), description, lat, lng, count: 1 }, clock.now());
  };
}
