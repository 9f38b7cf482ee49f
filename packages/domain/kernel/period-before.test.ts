// Tests the periods that the dashboard compares with.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayBefore, monthBefore } from './period-before.ts';
import { startOfMonth, wallClock } from './time.ts';

const iso = (at: number) => new Date(at).toISOString();
const zone = 'America/Montevideo';

describe('dayBefore', () => {
  it('is the same time on the day before', () => {
    expect(iso(dayBefore(Date.parse('2026-05-01T15:30:00Z'), zone))).toBe('2026-04-30T15:30:00.000Z');
  });

  it('returns the same wall-clock time on the day after a clock change', () => {
    expect(iso(dayBefore(Date.parse('2026-03-29T12:00:00Z'), 'Europe/Madrid'))).toBe(
      '2026-03-28T13:00:00.000Z',
    );
  });
});

describe('monthBefore', () => {
  it.each([
    ['2026-05-10T15:30:00Z', '2026-04-10T15:30:00.000Z'],
    ['2026-03-31T15:30:00Z', '2026-02-28T15:30:00.000Z'],
    ['2026-01-15T15:30:00Z', '2025-12-15T15:30:00.000Z'],
    // In Montevideo, 1 May has not begun yet.
    ['2026-05-01T01:00:00Z', '2026-03-31T01:00:00.000Z'],
  ])('of %s is %s', (at, before) => {
    expect(iso(monthBefore(Date.parse(at), zone))).toBe(before);
  });

  it('returns a time in the previous month for any time', () => {
    const moments = fc.integer({ min: Date.parse('2015-01-01'), max: Date.parse('2040-01-01') });
    fc.assert(
      fc.property(moments, fc.constantFrom(zone, 'Asia/Kathmandu', 'UTC'), (at, timeZone) => {
        const before = monthBefore(at, timeZone);
        const begun = startOfMonth(at, timeZone);
        expect(before).toBeLessThan(begun);
        expect(before).toBeGreaterThanOrEqual(startOfMonth(begun - 1, timeZone));
        const clock = (moment: number) => wallClock(moment, timeZone) % 86_400_000;
        expect(clock(before)).toBe(clock(at));
      }),
    );
  });
});
