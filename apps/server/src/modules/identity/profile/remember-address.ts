// Saves where somebody rode to: near a saved address it counts as one more visit there, else it is added.
import { noteDrop } from '@kerb/domain/booking';
import type { AddressedPoint } from '@kerb/domain/geo';
import type { Clock, Ids, Tx } from '../../../kit/index.ts';
import { usersRepository } from '../people/users.repository.ts';
import { savedAddressesRepository } from './saved-addresses.repository.ts';

export function createRememberAddress({ clock, ids }: { clock: Clock; ids: Ids }) {
  return async (tx: Tx, uid: string, point: AddressedPoint, convertToMile: boolean): Promise<void> => {
    // Two rides ending at once take turns on the person's row.
    if ((await usersRepository(tx).findForUpdate(uid)) === null) return;
    const addresses = savedAddressesRepository(tx);
    const note = noteDrop(await addresses.of(uid), point, { convert_to_mile: convertToMile });
    if (note.kind === 'visited-again') return addresses.countUp(note.address.id, clock.now());
    const { lat, lng, add: description } = point;
    return addresses.add(uid, { id: ids.next(), description, lat, lng, count: note.count }, clock.now());
  };
}
