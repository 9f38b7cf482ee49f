// One run of dispatch for a test that looks at one booking: what became of its search.
import type { DispatchModuleDeps } from '../dispatch.deps.ts';
import { createLeaveToAdmins, type ManualOutcome } from '../leave-to-admins.ts';
import type { SearchOutcome } from '../run-search.ts';
import { createSearchServer } from './search-server.ts';

/** `waits`: its round is open, its time has not come, or it is not NEW any more. */
export type OnceOutcome = SearchOutcome | Exclude<ManualOutcome, 'automatic'> | 'waits';

export function createSearchOnce(deps: DispatchModuleDeps) {
  const runSearch = createSearchServer(deps);
  const leaveToAdmins = createLeaveToAdmins(deps);
  return async function searchOnce(id: string): Promise<OnceOutcome> {
    const outcome = (await runSearch()).get(id) ?? (await leaveToAdmins(id));
    return outcome === 'automatic' ? 'waits' : outcome;
  };
}
