// Stores the notes of dispatchers about a rider.
import { DomainError } from '@kerb/domain/kernel';
import type { PhoneDeskDeps } from './phone-desk.deps.ts';
import { phoneDeskRepository } from './phone-desk.repository.ts';

type NotesDeps = Pick<PhoneDeskDeps, 'withTx' | 'clock' | 'identity' | 'settings'>;

interface EditedNotes {
  readonly notes: string;
  /** The notes that the dispatcher saw before. */
  readonly seen?: string | undefined;
}

/**
 * Throws `not_found` for users other than riders, `demo_mode` while critical edits are off, and `conflict` when the
 * notes are not those that the dispatcher saw.
 */
export function createEditRiderNotes({ withTx, clock, identity, settings }: NotesDeps) {
  return async function editRiderNotes(
    by: string,
    rider: string,
    { notes, seen }: EditedNotes,
  ): Promise<void> {
    if (!(await settings.get()).AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
    await withTx(async (tx) => {
      // Locks the rider, so that an account that is being deleted does not get notes afterwards, and one dispatcher
      // after the other changes the notes.
      const isPresent = await identity.lockExisting(tx, rider);
      if (!isPresent || (await identity.userOf(rider))?.usertype !== 'rider')
        throw new DomainError('not_found');
      const desk = phoneDeskRepository(tx);
      const stored = seen === undefined ? undefined : await desk.notesOf(rider);
      // A repeated request whose first response was lost finds its own text.
      if (stored !== seen && stored !== notes) throw new DomainError('conflict');
      await desk.writeNotes({ rider, notes, by, at: clock.now() });
    });
  };
}
