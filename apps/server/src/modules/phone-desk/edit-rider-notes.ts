// Stores the notes of dispatchers about a rider.
import { DomainError } from '@kerb/domain/kernel';
import type { PhoneDeskDeps } from './phone-desk.deps.ts';
import { phoneDeskRepository } from './phone-desk.repository.ts';

type NotesDeps = Pick<PhoneDeskDeps, 'withTx' | 'clock' | 'identity' | 'settings'>;

/** Throws `not_found` for users other than riders, and `demo_mode` while critical edits are off. */
export function createEditRiderNotes({ withTx, clock, identity, settings }: NotesDeps) {
  return async function editRiderNotes(by: string, rider: string, notes: string): Promise<void> {
    if (!(await settings.get()).AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
    await withTx(async (tx) => {
      // Locks the rider, so that an account that is being deleted does not get notes afterwards.
      const isPresent = await identity.lockExisting(tx, rider);
      if (!isPresent || (await identity.userOf(rider))?.usertype !== 'rider')
        throw new DomainError('not_found');
      await phoneDeskRepository(tx).writeNotes({ rider, notes, by, at: clock.now() });
    });
  };
}
