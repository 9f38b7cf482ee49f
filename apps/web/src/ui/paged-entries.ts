// A list that grows page by page, from a cached query: its rows stay when a reading fails, and go with another question.

interface Page<Entry> {
  readonly items: readonly Entry[];
}

/** What a hook of an endpoint `<route>Pages` answers with, as far as a list needs it. */
export interface PagesResult<Entry> {
  /** The pages of this question. */
  readonly currentData?: { readonly pages: readonly Page<Entry>[] };
  readonly error?: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

export interface PagedEntries<Entry> {
  /** Null until the first page is here. */
  readonly items: readonly Entry[] | null;
  readonly problem: unknown;
  readonly more: boolean;
  readonly loadingMore: boolean;
  readonly loadMore: () => void;
  /** What failed, again. */
  readonly retry: () => void;
}

/** How many rows such a list asks for at a time. */
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
