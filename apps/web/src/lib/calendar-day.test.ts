// Tests that a calendar day is computed in the operator's time zone, not in UTC.
import { expect, it } from 'vitest';
import { dayTextOf } from './calendar-day.ts';

it('formats a day as a date input does, in the given time zone', () => {
  const afterMidnightUtc = Date.UTC(2026, 2, 2, 1);
  expect(dayTextOf(afterMidnightUtc, 'America/Montevideo')).toBe('2026-03-01');
  expect(dayTextOf(afterMidnightUtc, 'UTC')).toBe('2026-03-02');
});
