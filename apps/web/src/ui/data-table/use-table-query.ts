// React hook for search, sorting and page size of a table, stored in the query string, and for its page, stored in the
// history entry, so that Back and a reload restore the same rows.
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
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

/** The part of the router's state with the cursors of the pages up to the one shown, valid for one list only. */
interface PagingState {
  readonly paging: { readonly listKey: string; readonly cursors: readonly string[] };
}

function cursorsIn(state: unknown, listKey: string): readonly string[] {
  const { paging }: Partial<PagingState> = Object(state);
  const isValid = paging?.listKey === listKey && Array.isArray(paging.cursors);
  return isValid ? paging.cursors.filter((cursor) => typeof cursor === 'string') : none;
}

function useCursors(listKey: string) {
  const location = useLocation();
  const navigate = useNavigate();
  const setCursors = (cursors: readonly string[]): void => {
    const state: PagingState = { paging: { listKey, cursors } };
    // The link of a saved view is followed once; its state is dropped here as by a change of the query string. The
    // address may already have another query, whose list does not have these cursors and starts on its first page.
    void navigate({ search: window.location.search }, { replace: true, state });
  };
  return { cursors: cursorsIn(location.state, listKey), setCursors };
}

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
  const { cursors, setCursors } = useCursors(JSON.stringify([list, scope]));

  return {
    query: { ...list, cursor: cursors.at(-1) ?? null },
    sizes,
    pageIndex: cursors.length,
    search: useCallback((text: string) => change({ q: text.trim() }), [change]),
    sortBy: useCallback((field: string, next: SortOrder) => change({ sort: field, order: next }), [change]),
    resize: useCallback((limit: number) => change({ size: String(limit) }), [change]),
    forward: (cursor) => setCursors([...cursors, cursor]),
    back: () => setCursors(cursors.slice(0, -1)),
  };
}

function toOrder(text: string | null): SortOrder | null {
  return text === 'asc' || text === 'desc' ? text : null;
}
