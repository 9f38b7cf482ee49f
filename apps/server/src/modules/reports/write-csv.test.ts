// Tests that numbers are plain and that texts are not evaluated by spreadsheets.
import { expect, it } from 'vitest';
import { writeCsv } from './write-csv.ts';

it('writes amounts with the decimals of the currency, and escapes formulas in texts', () => {
  const rows = [
    [2026, '=HYPERLINK("x")', { amount: -12.5 }],
    [2026, '+1,2', { amount: 9_999_999_999_999.99 }],
    [2026, 'Ana;=HYPERLINK("x")', { amount: 0 }],
  ];
  const lines = writeCsv(['year', 'driverName', 'driverShare'], rows, 2).split('\r\n');
  expect(lines[0]).toBe('\ufeffyear,driverName,driverShare');
  expect(lines[1]).toMatch(/^2026,.*'=HYPERLINK.*,-12\.50$/);
  expect(lines[2]).toBe(`2026,"'+1,2",9999999999999.99`);
  // In a locale that separates columns by semicolons, the second part would begin a cell.
  expect(lines[3]).toBe(`2026,"Ana;'=HYPERLINK(""x"")",0.00`);
  expect(writeCsv(['a'], [[{ amount: 3 }]], 0)).toBe('\ufeffa\r\n3\r\n');
  expect(writeCsv(['a', 'b'], [], 2)).toBe('\ufeffa,b\r\n');
});
