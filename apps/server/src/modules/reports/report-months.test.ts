// Tests of months in the operator's time zone: each begins where the previous one ends, also when the clocks change.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeMonth,
  monthOf,
  monthsBetween,
  parseMonth,
  reportMonth,
  writeMonth,
} from './report-months.ts';

describe('months', () => {
  it('are written and read as YYYY-MM, and named in English', () => {
    expect(writeMonth(parseMonth('2026-05'))).toBe('2026-05');
    expect(describeMonth(parseMonth('2026-12'))).toEqual({ year: 2026, month: 12, monthsName: 'December' });
    expect(parseMonth('2027-01') - parseMonth('2026-12')).toBe(1);
    for (const wrong of ['2026-13', '2026-00', '2026-5', '26-05', '2026-05-01', ''])
      expect(() => parseMonth(wrong)).toThrowError(/^invalid_input/);
  });

  it('start and end by the operator’s time zone', () => {
    const may = reportMonth(parseMonth('2026-05'), 'America/Montevideo');
    expect(new Date(may.starts).toISOString()).toBe('2026-05-01T03:00:00.000Z');
    expect(new Date(may.ends).toISOString()).toBe('2026-06-01T03:00:00.000Z');
    const march = reportMonth(parseMonth('2026-03'), 'Europe/Berlin');
    expect(march.ends - march.starts).toBe((31 * 24 - 1) * 3_600_000);
  });

  it('are consecutive without gaps or overlaps, and contain exactly their moments', () => {
    const zones = ['UTC', 'America/Montevideo', 'Europe/Berlin', 'Pacific/Kiritimati', 'Asia/Kathmandu'];
    fc.assert(
      fc.property(
        fc.integer({ min: parseMonth('2001-01'), max: parseMonth('2098-12') }),
        fc.constantFrom(...zones),
        (from, zone) => {
          const months = monthsBetween(from, from + 2, zone);
          expect(months.map(({ number }) => number)).toEqual([from, from + 1, from + 2]);
          for (const [index, month] of months.entries()) {
            expect(monthOf(month.starts, zone)).toBe(month.number);
            expect(monthOf(month.ends - 1, zone)).toBe(month.number);
            if (index > 0) expect(month.starts).toBe(months[index - 1]?.ends);
          }
        },
      ),
      { numRuns: 60 },
    );
    expect(monthsBetween(parseMonth('2026-05'), parseMonth('2026-04'), 'UTC')).toEqual([]);
  });
});
