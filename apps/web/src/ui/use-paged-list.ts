// A list that grows page by page, is read again when it changed, and keeps its rows when a reading fails.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PagedEntries } from './paged-entries.ts';

interface Page<Entry> {
  readonly items: readonly Entry[];
  readonly nextCursor: string | null;
}

const pageLength = 20;
/** The most the API gives at once. */
const mostAtOnce = 200;

/**
 * `load` reads the page at a cursor, the first at null; a new `load`, by useCallback, starts over. With every other
 * `version` the rows are read again, as many as were asked for, and stay until the new ones are here.
 */
export function usePagedList<Entry>(
  load: (cursor: string | null, limit: number) => Promise<Page<Entry>>,
  version: number,
): PagedEntries<Entry> {
  const [page, setPage] = useState<Page<Entry> | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [loadingMore, setLoadingMore] = useState(false);
  const newest = useRef(0);
  /** How many rows the user wants to see. */
  const wanted = useRef(pageLength);
  /** The rows before what was read last; null when that was the beginning. */
  const readAfter = useRef<Page<Entry> | null>(null);

  const read = useCallback(
    async (before: Page<Entry> | null) => {
      newest.current += 1;
      const mine = newest.current;
      readAfter.current = before;
      const limit = before === null ? Math.min(wanted.current, mostAtOnce) : pageLength;
      try {
        const next = await load(before?.nextCursor ?? null, limit);
        if (mine !== newest.current) return;
        setPage({ ...next, items: [...(before?.items ?? []), ...next.items] });
        setProblem(null);
      } catch (error) {
        if (mine === newest.current) setProblem(error);
      } finally {
        if (mine === newest.current) setLoadingMore(false);
      }
    },
    [load],
  );

  useEffect(() => {
    wanted.current = pageLength;
    setPage(null);
    setProblem(null);
    void read(null);
    return () => {
      newest.current += 1;
    };
  }, [read]);

  const seen = useRef(version);
  useEffect(() => {
    if (seen.current !== version) void read(null);
    seen.current = version;
  }, [version, read]);

  const loadMore = () => {
    setLoadingMore(true);
    wanted.current += pageLength;
    void read(page);
  };
  return {
    items: page?.items ?? null,
    problem,
    more: (page?.nextCursor ?? null) !== null,
    loadingMore,
    loadMore,
    retry: () => void read(readAfter.current),
  };
}
