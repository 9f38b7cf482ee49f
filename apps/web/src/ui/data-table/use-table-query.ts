// The search, sorting and page size of a table, stored in the query string, so that Back restores the same rows.
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
  /** The sizes a page may have. */
  readonly sizes: readonly number[];
  /** Counted from 0. */
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
  /** Fields the address may name; another is not asked of the server. */
  readonly sortable: readonly string[];
  /** Anything else that selects the list, such as a tab: a change resets the paging. */
  readonly scope?: string;
  /** The first is the default page size. */
  readonly sizes?: readonly [number, ...number[]];
}

const none: readonly string[] = [];

/** The words searched for, as far as the server takes them. */
export const searchText = (params: URLSearchParams): string => (params.get('q') ?? '').trim().slice(0, 100);

export function useTableQuery({
  sort,
  order,
  sortable,
  scope = '',
  sizes = pageSizes,
}: Defaults): TableQueryState {
  const { params, change } = useQueryString();
  const asked = params.get('sort');
  const size = Number(params.get('size'));
  const list = {
    q: searchText(params),
    sort: asked !== null && sortable.includes(asked) ? asked : sort,
    order: toOrder(params.get('order')) ?? order,
    limit: sizes.find((one) => one === size) ?? sizes[0],
  };
  // The cursors that led to the page shown; they belong to one list and are worth nothing in another.
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
