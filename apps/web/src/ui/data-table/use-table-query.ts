// React hook for search, sorting and page size of a table, stored in the query string, so that Back restores the same
// rows.
import { useCallback, useState } from 'react';
import type { SortOrder } from './table-column.ts';
import { useQueryString } from './use-query-string.ts';

const pageSizes = [25, 50, 100] as const;

export interface TableQuery {
  readonly q: string;
  readonly sort: string;
  readonly order: SortOrder;
  readonly limit: number;
  /** Null on the first page. */
  readonly cursor: string | null;
}

export interface TableQueryState {
  readonly query: TableQuery;
  /** The available page sizes. */
  readonly sizes: readonly number[];
  /** Zero-based. */
  readonly pageIndex: number;
  readonly search: (text: string) => void;
  readonly sortBy: (sort: string, order: SortOrder) => void;
  readonly resize: (limit: number) => void;
  readonly forward: (cursor: string) => void;
  readonly back: () => void;
}

interface Defaults {
  readonly sort: string;
  readonly order: SortOrder;
  /** Fields by which the query string may sort; others are ignored. */
  readonly sortable: readonly string[];
  /** Any other parameter that selects the list, such as a tab; a change resets the paging. */
  readonly scope?: string;
  /** The first is the default page size. */
  readonly sizes?: readonly [number, ...number[]];
}

const none: readonly string[] = [];

/** The search text, trimmed and limited to the length that the server accepts. */
export const searchText = (params: URLSearchParams): string => (params.get('q') ?? '').trim().slice(0, 100);

export function useTableQuery({
  sort,
  order,
  sortable,
  scope = '',
  sizes = pageSizes,
}: Defaults): TableQueryState {
  const { params, change } = useQueryString();
  const sortParam = params.get('sort');
  const size = Number(params.get('size'));
  const list = {
    q: searchText(params),
    sort: sortParam !== null && sortable.includes(sortParam) ? sortParam : sort,
    order: toOrder(params.get('order')) ?? order,
    limit: sizes.find((one) => one === size) ?? sizes[0],
  };
  // The cursors of the pages up to the one shown. They are valid only for the list that returned them.
  const listKey = JSON.stringify([list, scope]);
  const [way, setWay] = useState({ listKey, cursors: none });
  const cursors = way.listKey === listKey ? way.cursors : none;

  return {
    query: { ...list, cursor: cursors.at(-1) ?? null },
    sizes,
    pageIndex: cursors.length,
    search: useCallback((text: string) => change({ q: text.trim() }), [change]),
    sortBy: useCallback((field: string, way: SortOrder) => change({ sort: field, order: way }), [change]),
    resize: useCallback((limit: number) => change({ size: String(limit) }), [change]),
    forward: (cursor) => setWay({ listKey, cursors: [...cursors, cursor] }),
    back: () => setWay({ listKey, cursors: cursors.slice(0, -1) }),
  };
}

function toOrder(text: string | null): SortOrder | null {
  return text === 'asc' || text === 'desc' ? text : null;
}
