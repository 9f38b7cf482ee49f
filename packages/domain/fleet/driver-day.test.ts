// Tests that the hours of a driver's day add up: earnings, trips and time on duty, also on days of 23 and 25 hours.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDay, hoursOfDay, MS_PER_HOUR, minor, parseDay } from '../kernel/index.ts';
import { driverHours, mergeSpans } from './driver-day.ts';

const at = (iso: string) => Date.parse(iso);
const hoursOf = (day: string, zone: string) => hoursOfDay(parseDay(day), zone);

/** Days with and without a clock change. */
const days = fc.constantFrom(
  hoursOf('2026-05-10', 'America/Montevideo'),
  hoursOf('2026-03-29', 'Europe/Berlin'),
  hoursOf('2026-10-25', 'Europe/Berlin'),
  hoursOf('2026-10-04', 'Australia/Lord_Howe'),
  hoursOf('2026-04-05', 'Australia/Lord_Howe'),
);
const offset = fc.integer({ min: -3 * MS_PER_HOUR, max: 28 * MS_PER_HOUR });

describe('driverHours', () => {
  it('adds up to the earnings within the day, to the smallest unit', () => {
    const incomes = fc.array(
      fc.record({ offset, amount: fc.integer({ min: 1, max: 1e9 }).map(minor), isTrip: fc.boolean() }),
    );
    fc.assert(
      fc.property(days, incomes, (hours, given) => {
        const first = hours[0]?.starts ?? 0;
        const end = hours.at(-1)?.ends ?? 0;
        const income = given.map((one) => ({ ...one, at: first + one.offset }));
        const ofDay = income.filter((one) => one.at >= first && one.at < end);
        const shown = driverHours(hours, income, []);
        expect(shown.reduce((sum, { earned }) => sum + earned, 0)).toBe(
          ofDay.reduce((sum, { amount }) => sum + amount, 0),
        );
        expect(shown.reduce((sum, { trips }) => sum + trips, 0)).toBe(
          ofDay.filter(({ isTrip }) => isTrip).length,
        );
      }),
    );
  });

  it('counts every second on duty once, even when periods overlap', () => {
    const periods = fc.array(fc.record({ offset, secs: fc.integer({ min: 0, max: 40_000 }) }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(days, periods, (hours, given) => {
        const first = hours[0]?.starts ?? 0;
        const end = hours.at(-1)?.ends ?? 0;
        const spans = given.map(({ offset: from, secs }) => ({
          starts: first + from,
          ends: first + from + secs * 1000,
        }));
        const seconds = new Set<number>();
        for (const { starts, ends } of spans)
          for (let second = Math.floor(starts / 1000); second < Math.floor(ends / 1000); second += 1)
            if (second >= first / 1000 && second < end / 1000) seconds.add(second);
        const shown = driverHours(hours, [], spans);
        expect(shown.reduce((sum, { online_secs }) => sum + online_secs, 0)).toBe(seconds.size);
        for (const { starts, ends, online_secs } of shown)
          expect(online_secs).toBeLessThanOrEqual((ends - starts) / 1000);
      }),
      { numRuns: 30 },
    );
  });

  it('counts an amount at the full hour in the hour that begins', () => {
    const hours = hoursOf('2026-05-10', 'America/Montevideo');
    const income = [{ at: at('2026-05-10T12:00:00Z'), amount: minor(500), isTrip: true }];
    const shown = driverHours(hours, income, []);
    expect(shown[8]).toMatchObject({ earned: 0, trips: 0 });
    expect(shown[9]).toMatchObject({ earned: 500, trips: 1 });
  });
});

it('merged spans neither overlap nor touch, and keep their order', () => {
  expect(
    mergeSpans([
      { starts: 30, ends: 40 },
      { starts: 1, ends: 5 },
      { starts: 5, ends: 8 },
      { starts: 2, ends: 3 },
      { starts: 50, ends: 50 },
    ]),
  ).toEqual([
    { starts: 1, ends: 8 },
    { starts: 30, ends: 40 },
  ]);
});

describe('hoursOfDay', () => {
  it.each([
    ['2026-05-10', 'America/Montevideo', 24],
    ['2026-03-29', 'Europe/Berlin', 23],
    ['2026-10-25', 'Europe/Berlin', 25],
    ['2018-11-04', 'America/Sao_Paulo', 23],
    // The clocks go forward by half an hour, so the last slot is shorter.
    ['2026-10-04', 'Australia/Lord_Howe', 24],
    ['2026-04-05', 'Australia/Lord_Howe', 25],
    // The calendar of Samoa left this day out.
    ['2011-12-30', 'Pacific/Apia', 0],
  ])('of %s in %s are %d', (day, zone, count) => {
    const hours = hoursOf(day, zone);
    expect(hours).toHaveLength(count);
    for (const [index, { starts, ends }] of hours.entries()) {
      expect(starts).toBe(hours[index - 1]?.ends ?? starts);
      expect(ends - starts).toBeGreaterThan(0);
      expect(calendarDay(starts, zone)).toEqual(parseDay(day));
      expect(calendarDay(ends - 1, zone)).toEqual(parseDay(day));
    }
  });
});
