// React hook that loads the fleet admins, for selection fields and the audit trail.
import type { User } from '@kerb/contract';
import { useEffect, useMemo } from 'react';
import { answers } from '../../lib/answers.ts';
import { useAuth } from '../../lib/use-auth.ts';

const none: readonly User[] = [];
/** Maximum page size of the API. */
const maxPageSize = 200;
/** Bounds the requests of an installation with very many fleets. */
const maxPages = 10;

/** Empty while loading, and for viewers who are not allowed to list them. */
export function useFleets({ wanted = true, approved = false }): readonly User[] {
  const isAdmin = useAuth().user?.usertype === 'admin';
  const review = approved ? 'approved' : undefined;
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = answers.listUsersPages.useInfiniteQuery(
    { query: { usertype: 'fleetadmin', review, sort: 'firstName', order: 'asc', limit: maxPageSize } },
    { skip: !wanted || !isAdmin },
  );
  const pages = data?.pages;
  const loaded = pages?.length ?? 0;
  const isMissingPages = hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (isMissingPages && loaded < maxPages) void fetchNextPage();
  }, [isMissingPages, loaded, fetchNextPage]);
  return useMemo(() => pages?.flatMap(({ items }) => items) ?? none, [pages]);
}
