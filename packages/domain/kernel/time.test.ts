// Tests that days and months begin by the operator's time zone, around every clock change.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calendarDay,
  endOfDay,
  isTimeZone,
  MS_PER_HOUR,
  startOfDay,
  startOfMonth,
  wallClock,
} from './time.ts';

const at = (iso: string) => Date.parse(iso);

const zones = [
  'UTC',
  'America/Montevideo',
  'America/New_York',
  'America/Sao_Paulo',
  'America/Havana',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Africa/Cairo',
];

describe('startOfDay and startOfMonth', () => {
  it.each([
    ['2026-05-10T02:59:59Z', 'America/Montevideo', '2026-05-09T03:00:00Z', '2026-05-01T03:00:00Z'],
    ['2026-05-10T03:00:00Z', 'America/Montevideo', '2026-05-10T03:00:00Z', '2026-05-01T03:00:00Z'],
    ['2026-01-01T01:00:00Z', 'America/Montevideo', '2025-12-31T03:00:00Z', '2025-12-01T03:00:00Z'],
    ['2026-03-29T12:00:00Z', 'Europe/Berlin', '2026-03-28T23:00:00Z', '2026-02-28T23:00:00Z'],
    ['2026-10-25T12:00:00Z', 'Europe/Berlin', '2026-10-24T22:00:00Z', '2026-09-30T22:00:00Z'],
    // The first whole days after a clock change.
    ['2026-03-30T12:00:00Z', 'Europe/Berlin', '2026-03-29T22:00:00Z', '2026-02-28T23:00:00Z'],
    ['2026-10-26T12:00:00Z', 'Europe/Berlin', '2026-10-25T23:00:00Z', '2026-09-30T22:00:00Z'],
    // Clocks in São Paulo went from midnight straight to one o'clock.
    ['2018-11-04T12:00:00Z', 'America/Sao_Paulo', '2018-11-04T03:00:00Z', '2018-11-01T03:00:00Z'],
    // In Havana one o'clock became midnight again: the day began at the first midnight.
    ['2025-11-02T12:00:00Z', 'America/Havana', '2025-11-02T04:00:00Z', '2025-11-01T04:00:00Z'],
    ['2026-05-10T00:00:00Z', 'Asia/Kathmandu', '2026-05-09T18:15:00Z', '2026-04-30T18:15:00Z'],
  ])('%s in %s is the day since %s and the month since %s', (moment, zone, day, month) => {
    expect(new Date(startOfDay(at(moment), zone)).toISOString()).toBe(new Date(day).toISOString());
    expect(new Date(startOfMonth(at(moment), zone)).toISOString()).toBe(new Date(month).toISOString());
  });

  it('return the first moment of the same calendar day and month in every zone', () => {
    const moments = fc.integer({ min: at('2012-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') });
    fc.assert(
      fc.property(moments, fc.constantFrom(...zones), (moment, zone) => {
        const today = calendarDay(moment, zone);
        const dayStart = startOfDay(moment, zone);
        const monthStart = startOfMonth(moment, zone);
        expect(dayStart).toBeLessThanOrEqual(moment);
        expect(moment - dayStart).toBeLessThan(25 * MS_PER_HOUR);
        expect(calendarDay(dayStart, zone)).toEqual(today);
        expect(calendarDay(dayStart - 1, zone)).not.toEqual(today);
        expect(calendarDay(monthStart, zone)).toEqual({ ...today, day: 1 });
        expect(calendarDay(monthStart - 1, zone).month).not.toBe(today.month);
        expect(startOfDay(dayStart, zone)).toBe(dayStart);
      }),
      { numRuns: 300 },
    );
  });

  it.each(zones)('cuts two years in %s into days without gap or overlap', (zone) => {
    let start = startOfDay(at('2018-01-01T12:00:00Z'), zone);
    for (let day = 0; day < 730; day++) {
      const next = startOfDay(start + 36 * MS_PER_HOUR, zone);
      expect([23, 24, 25].map((hours) => start + hours * MS_PER_HOUR)).toContain(next);
      expect(startOfDay(next - 1, zone)).toBe(start);
      start = next;
    }
  });

  it('reject a zone that does not exist', () => {
    expect(() => startOfDay(0, 'Mars/Olympus')).toThrowError(/^invalid_input/);
  });
});

describe('isTimeZone', () => {
  it.each([
    ['UTC', true],
    ['America/Montevideo', true],
    ['Mars/Olympus', false],
    ['', false],
  ])('of %j is %s', (name, expected) => {
    expect(isTimeZone(name)).toBe(expected);
  });
});

describe('wallClock', () => {
  it('returns the wall-clock time in the zone, to the second', () => {
    const shown = wallClock(at('2026-05-10T02:59:58Z'), 'America/Montevideo');
    expect(new Date(shown).toISOString()).toBe('2026-05-09T23:59:58.000Z');
  });

  it('returns midnight as 0 hours of the new day', () => {
    const shown = wallClock(at('2026-05-10T03:00:00Z'), 'America/Montevideo');
    expect(new Date(shown).toISOString()).toBe('2026-05-10T00:00:00.000Z');
  });
});

it('a calendar day has months from 1 to 12', () => {
  expect(calendarDay(at('2026-01-01T12:00:00Z'), 'UTC')).toEqual({ year: 2026, month: 1, day: 1 });
  expect(calendarDay(at('2026-12-31T12:00:00Z'), 'UTC')).toEqual({ year: 2026, month: 12, day: 31 });
});

it('a day ends with the first moment of the next one', () => {
  const end = (year: number, month: number, day: number, zone: string) =>
    new Date(endOfDay({ year, month, day }, zone)).toISOString();
  expect(end(2026, 12, 31, 'America/Montevideo')).toBe('2027-01-01T03:00:00.000Z');
  expect(end(2028, 2, 28, 'UTC')).toBe('2028-02-29T00:00:00.000Z');
  expect(end(2011, 12, 29, 'Pacific/Apia')).toBe('2011-12-30T10:00:00.000Z');
});
