// Saves a drop-off address: near a saved address it counts as one more visit there, otherwise it is added.
import { countVisit } from '@kerb/domain/booking';
import type { AddressedPoint } from '@kerb/domain/geo';
import type { Clock, Ids, Tx } from '../../../kit/index.ts';
import { usersRepository } from '../users/users.repository.ts';
import { savedAddressesRepository } from './saved-addresses.repository.ts';

export function createRememberAddress({ clock, ids }: { clock: Clock; ids: Ids }) {
  return async function rememberAddress(
    tx: Tx,
    uid: string,
    point: AddressedPoint,
    convertToMile: boolean,
  ): Promise<void> {
    // Locks the user's row, because two rides may end at once.
    if ((await usersRepository(tx).findForUpdate(uid)) === null) return;
    const addresses = savedAddressesRepository(tx);
    const note = countVisit(await addresses.of(uid), point, { convert_to_mile: convertToMile });
    if (note.kind === 'visited-again') return addresses.countUp(note.address.id, clock.now());
    const { lat, lng, add: description } = point;
    return addresses.add(uid, { id: ids.next(), description, lat, lng, count: note.count }, clock.now());
  };
}
