// The day is the operator's, not Greenwich's.
import { expect, it } from 'vitest';
import { dayTextOf } from './calendar-day.ts';

it('is written as forms write it, in the time zone given', () => {
  const afterMidnightUtc = Date.UTC(2026, 2, 2, 1);
  expect(dayTextOf(afterMidnightUtc, 'America/Montevideo')).toBe('2026-03-01');
  expect(dayTextOf(afterMidnightUtc, 'UTC')).toBe('2026-03-02');
});
