// React hook that pages the texts in the browser: a language has well over a thousand of them.
import { useState } from 'react';
import type { TablePage } from '../../ui/data-table/table-column.ts';
import type { TableQueryState } from '../../ui/data-table/use-table-query.ts';
import type { TextRow } from './text-rows.ts';

const sizes = [25, 50, 100] as const;
const nothing = () => undefined;

/** `question` identifies the search; a different one starts on its first page. */
export function useTextPages(
  found: readonly TextRow[],
  question: string,
): { state: TableQueryState; page: TablePage<TextRow> } {
  const [limit, setLimit] = useState<number>(sizes[0]);
  const [place, setPlace] = useState({ question, index: 0 });
  const last = Math.max(0, Math.ceil(found.length / limit) - 1);
  const index = place.question === question ? Math.min(place.index, last) : 0;
  const go = (to: number) => setPlace({ question, index: to });
  const start = index * limit;
  return {
    state: {
      query: { q: '', sort: '', order: 'asc', limit, cursor: null },
      sizes,
      pageIndex: index,
      search: nothing,
      sortBy: nothing,
      resize: (size) => {
        setLimit(size);
        go(0);
      },
      forward: () => go(index + 1),
      back: () => go(index - 1),
    },
    page: {
      items: found.slice(start, start + limit),
      nextCursor: index < last ? String(index + 1) : null,
      total: found.length,
    },
  };
}
