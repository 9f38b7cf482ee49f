// Tests which columns a table shows in the available width.
import { describe, expect, it } from 'vitest';
import { fitColumns, minTotalWidth } from './fit-columns.ts';

const columns = [
  { field: 'name', width: 200 },
  { field: 'mobile', width: 150, leaves: 1 },
  { field: 'plate', width: 100, leaves: 3 },
  { field: 'email', width: 200, leaves: 2 },
  { field: 'bank', width: 100, optional: true },
];

describe('fitColumns', () => {
  it('shows all but the optional columns when they fit', () => {
    expect(fitColumns(columns, {}, 650)).toEqual(['name', 'mobile', 'plate', 'email']);
  });

  it('hides columns, highest priority number first, until the rest fits', () => {
    expect(fitColumns(columns, {}, 649)).toEqual(['name', 'mobile', 'email']);
    expect(fitColumns(columns, {}, 549)).toEqual(['name', 'mobile']);
    expect(fitColumns(columns, {}, 10)).toEqual(['name']);
  });

  it('shows selected columns, and hides deselected ones', () => {
    expect(fitColumns(columns, { plate: true, bank: true }, 300)).toEqual(['name', 'plate', 'bank']);
    expect(fitColumns(columns, { name: false }, 650)).toEqual(['mobile', 'plate', 'email']);
  });
});

describe('minTotalWidth', () => {
  it('is the width of the columns that are neither hidden to fit nor optional', () => {
    expect(minTotalWidth(columns)).toBe(200);
    expect(minTotalWidth([...columns, { field: 'status', width: 172 }])).toBe(372);
    expect(minTotalWidth([])).toBe(0);
  });
});
