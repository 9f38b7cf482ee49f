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
  { withTx, clock }: Pick<DispatchModuleDeps, 'withTx' | 'clock'>,
  limit = BATCH,
) {
  return async function removeOldCandidates(): Promise<void> {
    const before = clock.now() - CANDIDATE_DAYS * MS_PER_DAY;
    const removeBatch = (from: string | null) =>
      withTx((tx) => dispatchRepository(tx).removeCandidates(before, { from, limit }));
    let batch = await removeBatch(null);
    while (batch.removed === limit) batch = await removeBatch(batch.last);
  };
}
