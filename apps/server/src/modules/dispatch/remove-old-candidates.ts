// Daily job that removes the candidates of old offer rounds: positions of drivers, of which every round adds dozens.
import { CANDIDATE_DAYS } from '@kerb/domain/dispatch';
import { MS_PER_DAY } from '@kerb/domain/kernel';
import type { DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchRepository } from './dispatch.repository.ts';

export const REMOVE_OLD_CANDIDATES_JOB = 'dispatch.remove-old-candidates';

/** Rows per statement, so that each ends within the statement timeout, however many rows have accumulated. */
const BATCH = 10_000;

/** The rounds stay, with the number of their offers and of the drivers they did not list. */
export function createRemoveOldCandidates(
  { db, clock }: Pick<DispatchModuleDeps, 'db' | 'clock'>,
  batch = BATCH,
) {
  return async function removeOldCandidates(): Promise<void> {
    const before = clock.now() - CANDIDATE_DAYS * MS_PER_DAY;
    const repository = dispatchRepository(db);
    for (;;) if ((await repository.removeCandidates(before, batch)) < batch) return;
  };
}
