// A list beside a person, page by page: their bookings, wallet, ratings, changes.
import { useCallback, useEffect, useRef, useState } from 'react';

interface Page<Entry> {
  readonly items: readonly Entry[];
  readonly nextCursor: string | null;
}

export interface Entries<Entry> {
  /** Null until the first page is here. */
  readonly items: readonly Entry[] | null;
  readonly problem: unknown;
  readonly more: boolean;
  readonly loadingMore: boolean;
  readonly loadMore: () => void;
  /** What failed, again. */
  readonly retry: () => void;
  /** From the first page, keeping the rows until it is here. */
  readonly restart: () => void;
}

/** `load` reads the page at a cursor, the first at null; a new one, by useCallback, begins anew. */
export function useEntries<Entry>(load: (cursor: string | null) => Promise<Page<Entry>>): Entries<Entry> {
  const [page, setPage] = useState<Page<Entry> | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [loadingMore, setLoadingMore] = useState(false);
  const newest = useRef(0);

  const read = useCallback(
    async (before: Page<Entry> | null) => {
      newest.current += 1;
      const mine = newest.current;
      try {
        const next = await load(before?.nextCursor ?? null);
        if (mine !== newest.current) return;
        setPage({ ...next, items: [...(before?.items ?? []), ...next.items] });
        setProblem(null);
      } catch (error) {
        if (mine === newest.current) setProblem(error);
      } finally {
        setLoadingMore(false);
      }
    },
    [load],
  );

  useEffect(() => {
    void read(null);
    return () => {
      newest.current += 1;
    };
  }, [read]);

  const loadMore = () => {
    setLoadingMore(true);
    void read(page);
  };
  return {
    items: page?.items ?? null,
    problem,
    more: (page?.nextCursor ?? null) !== null,
    loadingMore,
    loadMore,
    // Only a page that has a next one can have failed to get it.
    retry: () => void read(page?.nextCursor ? page : null),
    restart: useCallback(() => void read(null), [read]),
  };
}
