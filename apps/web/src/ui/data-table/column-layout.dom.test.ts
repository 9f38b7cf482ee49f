// Tests that order and widths of columns are stored, restored, and applied to the current columns.
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultLayout, inOrder, moved, readLayout, rememberLayout } from './column-layout.ts';

beforeEach(() => window.localStorage.clear());

const columns = ['name', 'plate', 'status', 'fare'].map((field) => ({ field }));
const ordered = (order: readonly string[]) => inOrder(columns, order).map(({ field }) => field);

describe('the stored layout', () => {
  it('is stored for each table, and deleted when it equals the default', () => {
    const layout = { order: ['plate', 'name'], widths: { name: 240 } };
    rememberLayout('riders', layout);
    expect(readLayout('riders')).toEqual(layout);
    expect(readLayout('drivers')).toEqual(defaultLayout);
    rememberLayout('riders', defaultLayout);
    expect(window.localStorage.length).toBe(0);
  });

  it.each(['{', 'null', '7', '{"order":7,"widths":[]}', '{"widths":{"name":"wide","plate":-1}}'])(
    'is the usual one when %s is stored',
    (stored) => {
      window.localStorage.setItem('kerb.layout.riders', stored);
      expect(readLayout('riders')).toEqual(defaultLayout);
    },
  );
});

describe('the order of columns', () => {
  it('is the chosen one; unknown fields are left out, and new columns stay beside their neighbour', () => {
    expect(ordered([])).toEqual(['name', 'plate', 'status', 'fare']);
    expect(ordered(['fare', 'name', 'gone', 'plate'])).toEqual(['fare', 'name', 'plate', 'status']);
    expect(ordered(['fare', 'plate', 'status'])).toEqual(['name', 'fare', 'plate', 'status']);
  });

  it('moves a column past the next visible one', () => {
    const fields = ['name', 'plate', 'status', 'fare'];
    const shown = ['name', 'status', 'fare'];
    expect(moved(fields, shown, 'name', 1)).toEqual(['plate', 'status', 'name', 'fare']);
    expect(moved(fields, shown, 'fare', -1)).toEqual(['name', 'plate', 'fare', 'status']);
    expect(moved(fields, shown, 'name', -1)).toEqual(fields);
    expect(moved(fields, shown, 'plate', 1)).toEqual(fields);
  });
});
