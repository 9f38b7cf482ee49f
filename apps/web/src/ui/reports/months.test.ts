// Tests that months are counted across the turn of the year, and begin in the operator's time zone.
import { expect, it } from 'vitest';
import { monthAgo, monthKey, nextMonth } from './months.ts';

it('counts months across the end of the year', () => {
  expect(monthKey({ year: 2026, month: 5 })).toBe('2026-05');
  expect([nextMonth('2026-12', 1), nextMonth('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  const newYear = Date.parse('2026-01-01T02:00:00Z');
  expect(monthAgo(newYear, 'America/Montevideo')).toBe('2025-12');
  expect(monthAgo(newYear, 'UTC')).toBe('2026-01');
  expect(monthAgo(newYear, 'UTC', 11)).toBe('2025-02');
  expect(monthAgo(newYear, 'UTC', 13)).toBe('2024-12');
});
