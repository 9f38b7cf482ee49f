// Tests of the days that can be replayed, in the operator's time zone, also when its clocks change.
import { expect, it } from 'vitest';
import { DAYS_BACK, replayableDays } from './operator-days.ts';

it('are today until now, and the 30 days before', () => {
  const now = Date.parse('2026-03-02T02:30:00Z');
  const days = replayableDays(now, 'America/Montevideo');
  expect(days).toHaveLength(DAYS_BACK + 1);
  expect(days[0]).toEqual({
    day: '2026-03-01',
    from: Date.parse('2026-03-01T03:00:00Z'),
    until: now,
    is_over: false,
  });
  expect(days[1]).toEqual({
    day: '2026-02-28',
    from: Date.parse('2026-02-28T03:00:00Z'),
    until: Date.parse('2026-03-01T03:00:00Z'),
    is_over: true,
  });
  expect(days.at(-1)?.day).toBe('2026-01-30');
});

it('have 23 hours when clocks go forward', () => {
  const days = replayableDays(Date.parse('2026-03-30T12:00:00Z'), 'Europe/Berlin');
  const sunday = days.find(({ day }) => day === '2026-03-29');
  expect((sunday?.until ?? 0) - (sunday?.from ?? 0)).toBe(23 * 3_600_000);
});
