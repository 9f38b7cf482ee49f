// Derives a list that grows page by page from a cached query: rows stay after a failed reload, and are dropped when the
// query's arguments change.

interface Page<Entry> {
  readonly items: readonly Entry[];
}

/** The part of the result of an endpoint hook `<route>Pages` that a list needs. */
export interface PagesResult<Entry> {
  /** The pages for the current arguments. */
  readonly currentData?: { readonly pages: readonly Page<Entry>[] };
  readonly error?: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

export interface PagedEntries<Entry> {
  /** Null until the first page has loaded. */
  readonly items: readonly Entry[] | null;
  readonly problem: unknown;
  readonly more: boolean;
  readonly loadingMore: boolean;
  readonly loadMore: () => void;
  /** Repeats the request that failed. */
  readonly retry: () => void;
}

/** Number of rows per page. */
export const pageLength = 20;

export function pagedEntries<Entry>(result: PagesResult<Entry>): PagedEntries<Entry> {
  const { currentData, error, fetchNextPage, refetch, isFetchNextPageError } = result;
  return {
    items: currentData?.pages.flatMap(({ items }) => items) ?? null,
    problem: error ?? null,
    more: result.hasNextPage,
    loadingMore: result.isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}
