// What dispatchers write down about a rider.
import { DomainError } from '@kerb/domain/kernel';
import type { PhoneDeskDeps } from './phone-desk.deps.ts';
import { phoneDeskRepository } from './phone-desk.repository.ts';

type NotesDeps = Pick<PhoneDeskDeps, 'withTx' | 'clock' | 'identity' | 'settings'>;

/** Throws `not_found` for everyone who is not a rider, `demo_mode` in a showcase. */
export function createEditRiderNotes({ withTx, clock, identity, settings }: NotesDeps) {
  return async function editRiderNotes(by: string, rider: string, notes: string): Promise<void> {
    if (!(await settings.get()).AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
    await withTx(async (tx) => {
      // A rider who is deleted meanwhile must not get notes again.
      const isPresent = await identity.holdPresent(tx, rider);
      if (!isPresent || (await identity.userOf(rider))?.usertype !== 'rider')
        throw new DomainError('not_found');
      await phoneDeskRepository(tx).writeNotes({ rider, notes, by, at: clock.now() });
    });
  };
}
