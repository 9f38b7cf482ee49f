// Tests which columns a table shows in the available width.
import { describe, expect, it } from 'vitest';
import { fitColumns, leastRoom } from './fit-columns.ts';

const columns = [
  { field: 'name', width: 200 },
  { field: 'mobile', width: 150, leaves: 1 },
  { field: 'plate', width: 100, leaves: 3 },
  { field: 'email', width: 200, leaves: 2 },
  { field: 'bank', width: 100, optional: true },
];

describe('fitColumns', () => {
  it('shows everything but the optional where there is room', () => {
    expect(fitColumns(columns, {}, 650)).toEqual(['name', 'mobile', 'plate', 'email']);
  });

  it('lets columns leave, highest number first, until the rest fits', () => {
    expect(fitColumns(columns, {}, 649)).toEqual(['name', 'mobile', 'email']);
    expect(fitColumns(columns, {}, 549)).toEqual(['name', 'mobile']);
    expect(fitColumns(columns, {}, 10)).toEqual(['name']);
  });

  it('shows chosen columns, and hides deselected ones', () => {
    expect(fitColumns(columns, { plate: true, bank: true }, 300)).toEqual(['name', 'plate', 'bank']);
    expect(fitColumns(columns, { name: false }, 650)).toEqual(['mobile', 'plate', 'email']);
  });
});

describe('leastRoom', () => {
  it('is what the columns take that neither leave nor wait to be asked for', () => {
    expect(leastRoom(columns)).toBe(200);
    expect(leastRoom([...columns, { field: 'status', width: 172 }])).toBe(372);
    expect(leastRoom([])).toBe(0);
  });
});
