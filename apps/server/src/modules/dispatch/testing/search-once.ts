// Runs dispatch once for a test of one booking and returns the outcome of its search.
import type { DispatchModuleDeps } from '../dispatch.deps.ts';
import type { SearchOutcome } from '../run-search.ts';
import { createSwitchToManual, type ManualOutcome } from '../switch-to-manual.ts';
import { createSearchServer } from './search-server.ts';

/** `waits`: the round is still open, the offers are not due, or the booking is not NEW any more. */
export type OnceOutcome = SearchOutcome | Exclude<ManualOutcome, 'automatic'> | 'waits';

export function createSearchOnce(deps: DispatchModuleDeps) {
  const runSearch = createSearchServer(deps);
  const switchToManual = createSwitchToManual(deps);
  return async function searchOnce(id: string): Promise<OnceOutcome> {
    const outcome = (await runSearch()).get(id) ?? (await switchToManual(id));
    return outcome === 'automatic' ? 'waits' : outcome;
  };
}
