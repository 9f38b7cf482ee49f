// Test server that searches once when called and then releases the search to other servers.
import type { DispatchModuleDeps } from '../dispatch.deps.ts';
import { createRunSearch, type SearchOutcomes } from '../run-search.ts';
import { createSearchLease } from '../search-lease.ts';

export function createSearchServer(deps: DispatchModuleDeps): () => Promise<SearchOutcomes> {
  const lease = createSearchLease(deps);
  const runSearch = createRunSearch(deps, lease);
  return async function searchAndRelease() {
    const outcomes = await runSearch();
    await lease.stop();
    return outcomes;
  };
}
