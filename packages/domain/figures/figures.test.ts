// Tests periods of figures and their comparison, for any day and time zone, and the rejection of invalid periods.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DomainError, isoDay, MS_PER_DAY, MS_PER_HOUR, parseDay, wallClock } from '../kernel/index.ts';
import { changeOf, figureNames, MIN_COUNTED, valueIfCounted } from './compare-figures.ts';
import { daysOf, figurePeriod, MAX_FIGURE_DAYS } from './figure-period.ts';

const at = (iso: string) => Date.parse(iso);
const montevideo = 'America/Montevideo';

describe('the period of figures', () => {
  test('is compared with as many days directly before when it has ended', () => {
    const range = { from: '2026-05-04', to: '2026-05-10' };
    const period = figurePeriod(range, at('2026-05-20T12:00:00Z'), montevideo);
    expect(period).toEqual({
      span: { starts: at('2026-05-04T03:00:00Z'), ends: at('2026-05-11T03:00:00Z') },
      passed: { starts: at('2026-05-04T03:00:00Z'), ends: at('2026-05-11T03:00:00Z') },
      previous: { starts: at('2026-04-27T03:00:00Z'), ends: at('2026-05-04T03:00:00Z') },
      days: 7,
      ongoing: false,
    });
    expect(daysOf(range)).toHaveLength(7);
    expect([daysOf(range)[0], daysOf(range)[6]]).toEqual(['2026-05-04', '2026-05-10']);
  });

  test('is compared up to the same time of day when it has not ended', () => {
    const today = { from: '2026-05-10', to: '2026-05-10' };
    const period = figurePeriod(today, at('2026-05-10T17:30:40Z'), montevideo);
    expect(period.ongoing).toBe(true);
    expect(period.passed.ends).toBe(at('2026-05-10T17:30:00Z'));
    expect(period.span.ends).toBe(at('2026-05-11T03:00:00Z'));
    expect(period.previous).toEqual({
      starts: at('2026-05-09T03:00:00Z'),
      ends: at('2026-05-09T17:30:00Z'),
    });
  });

  test('has a day of 23 hours when clocks go forward, and the same time of the day before', () => {
    const day = { from: '2026-03-29', to: '2026-03-29' };
    const { span, previous } = figurePeriod(day, at('2026-03-29T10:00:00Z'), 'Europe/Berlin');
    expect(span.ends - span.starts).toBe(23 * MS_PER_HOUR);
    expect(previous.ends).toBe(at('2026-03-28T11:00:00Z'));
  });

  test.each([
    ['2026-05-10', '2026-05-09', 'invalid_input'],
    ['2026-05-10', '2026-05-21', 'invalid_input'],
    ['2026-02-17', '2026-05-20', 'report_too_long'],
  ] as const)('is not from %s to %s: %s', (from, to, code) => {
    const make = () => figurePeriod({ from, to }, at('2026-05-20T12:00:00Z'), montevideo);
    expect(make).toThrow(expect.objectContaining({ code }));
    expect(make).toThrow(DomainError);
  });

  test('is adjacent to the previous one, of equal length, and ends at the latest now, in every zone', () => {
    const zones = fc.constantFrom(montevideo, 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC');
    const moments = fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') });
    const lengths = fc.integer({ min: 1, max: MAX_FIGURE_DAYS });
    fc.assert(
      fc.property(zones, moments, lengths, fc.nat(40), (zone, now, days, ago) => {
        const to = isoDay(parseDay(new Date(wallClock(now, zone)).toISOString().slice(0, 10), -ago));
        const from = isoDay(parseDay(to, 1 - days));
        const { span, passed, previous, ongoing } = figurePeriod({ from, to }, now, zone);
        expect(ongoing).toBe(ago === 0);
        expect(passed.ends).toBeLessThanOrEqual(now);
        expect(previous.ends).toBeLessThanOrEqual(span.starts);
        if (!ongoing) expect(previous.ends).toBe(span.starts);
        for (const whole of [span.starts, span.ends, previous.starts])
          expect(wallClock(whole, zone) % MS_PER_DAY).toBe(0);
        expect(wallClock(span.starts, zone) - wallClock(previous.starts, zone)).toBe(days * MS_PER_DAY);
        expect(daysOf({ from, to })).toHaveLength(days);
      }),
    );
  });
});

describe('a change', () => {
  test.each([
    ['waiting', 240, 300, 'better'],
    ['waiting', 300, 240, 'worse'],
    ['waiting', 300, 300.4, 'same'],
    ['completion', 0.9, 0.8, 'better'],
    ['acceptance', 0.7, 0.8, 'worse'],
    ['utilisation', 0.5, 0.5, 'same'],
    ['time', 1.05, 1.2, 'better'],
    ['time', 0.8, 1.1, 'worse'],
    ['fare', 0.9, 1.1, 'same'],
  ] as const)('of %s to %d from %d is %s', (figure, now, before, verdict) => {
    expect(changeOf(figure, now, before)?.verdict).toBe(verdict);
  });

  test('is null without both values', () => {
    for (const figure of figureNames) {
      expect(changeOf(figure, null, 1)).toBeNull();
      expect(changeOf(figure, 1, null)).toBeNull();
    }
  });

  test('is better in one direction and worse in the other, or the same', () => {
    const value = fc.double({ min: 0, max: 3, noNaN: true });
    const opposite = { better: 'worse', worse: 'better', same: 'same' } as const;
    fc.assert(
      fc.property(fc.constantFrom(...figureNames), value, value, (figure, one, other) => {
        const there = changeOf(figure, one, other);
        const back = changeOf(figure, other, one);
        expect(back?.verdict).toBe(there && opposite[there.verdict]);
        expect(there?.difference).toBeCloseTo(-(back?.difference ?? 0), 12);
      }),
    );
  });
});

test('a share is shown from a count of ten', () => {
  expect(valueIfCounted(MIN_COUNTED - 1, 0.5)).toBeNull();
  expect(valueIfCounted(MIN_COUNTED, 0)).toBe(0);
});
