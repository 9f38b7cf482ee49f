// Tests that a table's page belongs to its history entry: Back and a reload restore it, another list starts on its first page.
import { act, renderHook } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { expect, it } from 'vitest';
import { useTableQuery } from './use-table-query.ts';

/** Address of the current history entry, and its state for react-router. */
const currentEntry = () => ({
  address: `${window.location.pathname}${window.location.search}`,
  state: structuredClone(window.history.state?.usr),
});

/** Renders the hook on an entry with this address and state. */
function openTable({ address, state = null }: { address: string; state?: unknown }, scope = 'all') {
  window.history.replaceState({ usr: state, key: 'entry', idx: 0 }, '', address);
  const use = () => useTableQuery({ sort: 'name', order: 'asc', sortable: ['name'], scope });
  return renderHook(use, { wrapper: BrowserRouter });
}
const shownIn = ({ result }: ReturnType<typeof openTable>) => [
  result.current.pageIndex,
  result.current.query.cursor,
];

it('is on its page again when its entry is shown again', () => {
  const first = openTable({ address: '/people?q=leo' });
  expect(shownIn(first)).toEqual([0, null]);
  act(() => first.result.current.forward('two'));
  act(() => first.result.current.forward('three'));
  act(() => first.result.current.back());
  act(() => first.result.current.forward('third'));
  expect(shownIn(first)).toEqual([2, 'third']);
  const entry = currentEntry();
  expect(entry.address).toBe('/people?q=leo');
  first.unmount();
  const again = openTable(entry);
  expect(shownIn(again)).toEqual([2, 'third']);
  act(() => again.result.current.back());
  expect(shownIn(again)).toEqual([1, 'two']);
});

it('starts on the first page after a search, and for another list', () => {
  const table = openTable({ address: '/people' });
  act(() => table.result.current.forward('two'));
  const entry = currentEntry();
  act(() => table.result.current.search('leo'));
  expect(shownIn(table)).toEqual([0, null]);
  expect(shownIn(openTable(entry, 'refused'))).toEqual([0, null]);
  expect(shownIn(openTable(entry))).toEqual([1, 'two']);
});

it.each([{ paging: 7 }, { paging: { listKey: 'other', cursors: ['x'] } }, 'text', null])(
  'ignores the state %j',
  (state) => {
    expect(shownIn(openTable({ address: '/people', state }))).toEqual([0, null]);
  },
);

it('keeps a search that is not rendered yet when it goes to the next page', () => {
  const table = openTable({ address: '/people' });
  act(() => {
    table.result.current.search('leo');
    table.result.current.forward('two');
  });
  expect(window.location.search).toBe('?q=leo');
  expect(shownIn(table)).toEqual([0, null]);
});
