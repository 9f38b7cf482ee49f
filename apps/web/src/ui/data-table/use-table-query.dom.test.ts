// Tests that a table's page belongs to its history entry: Back and a reload restore it, another list starts on its first page.
import { act, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { createMemoryRouter, type InitialEntry, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { useTableQuery } from './use-table-query.ts';

type Router = ReturnType<typeof createMemoryRouter>;

/** Renders the hook on the entry; the router gives the entry that it became. */
function openTable(entry: InitialEntry, scope = 'all') {
  let router: Router | undefined;
  const wrapper = ({ children }: { children: ReactNode }) => {
    router ??= createMemoryRouter([{ path: '*', element: children }], { initialEntries: [entry] });
    return createElement(RouterProvider, { router });
  };
  const use = () => useTableQuery({ sort: 'name', order: 'asc', sortable: ['name'], scope });
  const { result, unmount } = renderHook(use, { wrapper });
  if (router === undefined) throw new Error('There is no router');
  return { result, unmount, router };
}
const shownIn = ({ result }: ReturnType<typeof openTable>) => [
  result.current.pageIndex,
  result.current.query.cursor,
];

it('is on its page again when its entry is shown again', () => {
  const first = openTable({ pathname: '/people', search: '?q=leo' });
  expect(shownIn(first)).toEqual([0, null]);
  act(() => first.result.current.forward('two'));
  act(() => first.result.current.forward('three'));
  act(() => first.result.current.back());
  act(() => first.result.current.forward('third'));
  expect(shownIn(first)).toEqual([2, 'third']);
  const entry = structuredClone(first.router.state.location);
  expect(entry).toMatchObject({ pathname: '/people', search: '?q=leo' });
  first.unmount();
  const again = openTable(entry);
  expect(shownIn(again)).toEqual([2, 'third']);
  act(() => again.result.current.back());
  expect(shownIn(again)).toEqual([1, 'two']);
});

it('starts on the first page after a search, and for another list', () => {
  const table = openTable('/people');
  act(() => table.result.current.forward('two'));
  const entry = table.router.state.location;
  act(() => table.result.current.search('leo'));
  expect(shownIn(table)).toEqual([0, null]);
  expect(shownIn(openTable(entry, 'refused'))).toEqual([0, null]);
  expect(shownIn(openTable(entry))).toEqual([1, 'two']);
});

it.each([{ paging: 7 }, { paging: { listKey: 'other', cursors: ['x'] } }, 'text', null])(
  'ignores the state %j',
  (state) => {
    expect(shownIn(openTable({ pathname: '/people', state }))).toEqual([0, null]);
  },
);
