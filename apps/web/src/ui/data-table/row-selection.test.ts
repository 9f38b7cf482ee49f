// Tests the selection of rows across the pages of a table.
import { expect, it } from 'vitest';
import { maxSelected, withSelected } from './row-selection.ts';

const row = (id: string) => ({ id });
const rowId = ({ id }: { id: string }) => id;
const selected = (...ids: string[]) => new Map(ids.map((id) => [id, row(id)]));

it('retains the rows of other pages when a page is selected and cleared', () => {
  const both = withSelected(selected('a'), [row('b'), row('c')], rowId, () => true);
  expect([...both.keys()]).toEqual(['a', 'b', 'c']);
  expect([...withSelected(both, [row('b'), row('c')], rowId, () => false).keys()]).toEqual(['a']);
});

it('replaces a changed row in its place', () => {
  const changed = { id: 'a', name: 'new' };
  const next = withSelected(new Map([['a', { id: 'a', name: 'old' }]]), [changed], rowId, () => true);
  expect([...next.values()]).toEqual([changed]);
});

it('adds no rows beyond the limit of one action, and retains the selected ones', () => {
  const full = selected(...Array.from({ length: maxSelected }, (_, at) => String(at)));
  const next = withSelected(full, [row('more'), row('0')], rowId, () => true);
  expect(next.size).toBe(maxSelected);
  expect(next.has('more')).toBe(false);
  expect(next.has('0')).toBe(true);
});
