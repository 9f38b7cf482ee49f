// Loads a page of a table; the previous rows stay until the next arrive, and superseded responses are dropped.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ShownAnswer } from '../../lib/shown-answer.ts';
import type { TablePage } from './table-column.ts';

/** `load` reads what is to be shown; a new one, by useCallback, is a new page. */
export function useTablePage<Row>(
  load: (signal: AbortSignal) => Promise<TablePage<Row>>,
): ShownAnswer<TablePage<Row>> {
  const [shown, setShown] = useState<{ page: TablePage<Row>; of: typeof load } | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [loading, setLoading] = useState(true);
  const running = useRef<AbortController | null>(null);

  const reload = useCallback(async () => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    setLoading(true);
    try {
      const page = await load(mine.signal);
      if (mine.signal.aborted) return;
      setShown({ page, of: load });
      setProblem(null);
    } catch (error) {
      if (mine.signal.aborted) return;
      setProblem(error);
    }
    setLoading(false);
  }, [load]);

  useEffect(() => {
    void reload();
    return () => running.current?.abort();
  }, [reload]);

  // Rows of another search are no answer to this one once it failed.
  const outdated = problem !== null && shown?.of !== load;
  return {
    answer: outdated ? null : (shown?.page ?? null),
    problem,
    loading,
    reload: useCallback(() => void reload(), [reload]),
  };
}
