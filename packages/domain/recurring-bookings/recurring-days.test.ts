// Tests the days of recurring bookings: which are due, and when their trips begin around clock changes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, wallClock } from '../kernel/index.ts';
import type { Recurrence } from './recurring-booking.schema.ts';
import { dayAfter, dayAt, dueTrips, momentOfDay, recurringTrips, timeOfDayAt } from './recurring-days.ts';

/** Time zones with half an hour of summer time, a skipped midnight, a large offset, a day left out, and no changes. */
const timeZones = [
  'America/Montevideo',
  'Europe/Madrid',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Asuncion',
  'Africa/Cairo',
  'Pacific/Apia',
  'UTC',
] as const;

const zone = fc.constantFrom(...timeZones);
const day = fc.integer({ min: 0, max: 6200 }).map((days) => dayAfter('2010-01-01', days));
const time = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) => new Date(minute * MS_PER_MINUTE).toISOString().slice(11, 16));

const daily: Recurrence = {
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  timeOfDay: '08:30',
  firstDay: '2026-03-02',
  lastDay: null,
  skippedDays: [],
};

const recurrence = fc.record({
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  timeOfDay: time,
  firstDay: day,
  lastDay: fc.constant(null),
  skippedDays: fc.constant<string[]>([]),
});

/** Days around clock changes in these zones, so that the generated tests cover more than ordinary days. */
const changes: [zone: string, day: string][] = [
  ['Europe/Madrid', '2026-03-29'],
  ['Europe/Madrid', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['America/Asuncion', '2023-10-01'],
  ['Africa/Cairo', '2026-04-24'],
  ['Pacific/Apia', '2011-12-30'],
];

/**
 * Returns the first minute of the day at which the clock shows the time or a later one, found by checking every minute.
 */
function byLooking(written: string, timeOfDay: string, timeZone: string): number | null {
  const wanted = Date.parse(`${written}T${timeOfDay}:00Z`);
  const dayEnd = Date.parse(written) + MS_PER_DAY;
  for (let at = wanted - 15 * MS_PER_HOUR; at < wanted + 39 * MS_PER_HOUR; at += MS_PER_MINUTE) {
    const shown = wallClock(at, timeZone);
    if (shown >= wanted) return shown < dayEnd ? at : null;
  }
  return null;
}

it('timeOfDayAt returns the wall-clock time of the zone', () => {
  expect(timeOfDayAt(Date.parse('2026-03-02T01:30:00Z'), 'America/Montevideo')).toBe('22:30');
  expect(timeOfDayAt(Date.parse('2026-07-01T06:05:59Z'), 'Europe/Madrid')).toBe('08:05');
});

describe('momentOfDay', () => {
  it.each([
    [
      'a time that the clocks skip is moved to the next minute',
      'Europe/Madrid',
      '2026-03-29',
      '02:30',
      '01:00',
    ],
    ['a time that comes twice is the first one', 'Europe/Madrid', '2026-10-25', '02:30', '00:30'],
    ['midnight that the clocks skip', 'Africa/Cairo', '2026-04-24', '00:00', '22:00'],
    ['a summer time of half an hour', 'Australia/Lord_Howe', '2026-10-04', '02:10', '15:30'],
  ])('%s', (_, timeZone, written, timeOfDay, utc) => {
    const at = momentOfDay(written, timeOfDay, timeZone) ?? 0;
    expect(new Date(at).toISOString().slice(11, 16)).toBe(utc);
  });

  it('returns null on a day that the calendar skipped', () => {
    expect(momentOfDay('2011-12-30', '08:30', 'Pacific/Apia')).toBeNull();
  });

  it('returns the first minute of the day at or after the wall-clock time', () => {
    const onAChange = fc.tuple(fc.constantFrom(...changes), time);
    fc.assert(
      fc.property(onAChange, ([[timeZone, written], timeOfDay]) => {
        expect(momentOfDay(written, timeOfDay, timeZone)).toBe(byLooking(written, timeOfDay, timeZone));
      }),
      { numRuns: 60 },
    );
  });

  it('returns the wall-clock time on every day without a clock change', () => {
    fc.assert(
      fc.property(zone, day, time, (timeZone, written, timeOfDay) => {
        const at = momentOfDay(written, timeOfDay, timeZone);
        if (at === null) return;
        expect(dayAt(at, timeZone)).toBe(written);
        const shown = wallClock(at, timeZone);
        const wanted = Date.parse(`${written}T${timeOfDay}:00Z`);
        expect(shown).toBeGreaterThanOrEqual(wanted);
        expect(shown - wanted).toBeLessThanOrEqual(MS_PER_HOUR);
      }),
    );
  });
});

describe('dueTrips', () => {
  const starts = Date.parse('2026-03-01T00:00:00Z');

  it('returns the trips of two adjacent spans as for the whole span, each once and in order', () => {
    fc.assert(
      fc.property(
        recurrence,
        zone,
        fc.array(fc.integer({ min: 0, max: 20 * MS_PER_DAY }), { minLength: 3, maxLength: 3 }),
        fc.integer({ min: -30, max: 30 }),
        (given, timeZone, offsets, shift) => {
          const from = Date.parse(given.firstDay) + shift * MS_PER_DAY;
          const [a = 0, b = 0, c = 0] = offsets
            .sort((one, other) => one - other)
            .map((offset) => from + offset);
          const whole = dueTrips(given, { starts: a, ends: c }, timeZone);
          const parts = [
            ...dueTrips(given, { starts: a, ends: b }, timeZone),
            ...dueTrips(given, { starts: b, ends: c }, timeZone),
          ];
          expect(parts).toEqual(whole);
          expect(whole.every(({ at }, index) => at > (whole[index - 1]?.at ?? 0))).toBe(true);
          expect(whole.every(({ at }) => at >= a && at < c)).toBe(true);
        },
      ),
    );
  });

  it('returns every matching day of a long span, and no other', () => {
    fc.assert(
      fc.property(
        recurrence,
        zone,
        fc.array(day, { maxLength: 20 }),
        fc.nat(30),
        (given, timeZone, skips, length) => {
          const lastDay = dayAfter(given.firstDay, length);
          const nearby = skips.map((_, index) => dayAfter(given.firstDay, index * 2));
          const whole = { ...given, lastDay, skippedDays: nearby };
          const span = {
            starts: Date.parse(given.firstDay) - 3 * MS_PER_DAY,
            ends: Date.parse(lastDay) + 3 * MS_PER_DAY,
          };
          const expected: string[] = [];
          for (let one = given.firstDay; one <= lastDay; one = dayAfter(one)) {
            const weekday = ((new Date(one).getUTCDay() + 6) % 7) + 1;
            const exists = momentOfDay(one, given.timeOfDay, timeZone) !== null;
            if (exists && given.weekdays.includes(weekday) && !nearby.includes(one)) expected.push(one);
          }
          expect(dueTrips(whole, span, timeZone).map((trip) => trip.day)).toEqual(expected);
        },
      ),
    );
  });

  it('excludes the end of the span, and includes its start', () => {
    const at = Date.parse('2026-03-02T11:30:00Z');
    const inMontevideo = (span: { starts: number; ends: number }) =>
      dueTrips(daily, span, 'America/Montevideo').length;
    expect(inMontevideo({ starts, ends: at })).toBe(0);
    expect(inMontevideo({ starts, ends: at + 1 })).toBe(1);
    expect(inMontevideo({ starts: at, ends: at + 1 })).toBe(1);
    expect(inMontevideo({ starts: at + 1, ends: at + 2 })).toBe(0);
  });

  it('includes the last day, and returns no trips without a weekday', () => {
    const ends = starts + 20 * MS_PER_DAY;
    const lastDay = '2026-03-04';
    expect(dueTrips({ ...daily, lastDay }, { starts, ends }, 'UTC').map((trip) => trip.day)).toEqual([
      '2026-03-02',
      '2026-03-03',
      '2026-03-04',
    ]);
    expect(dueTrips({ ...daily, weekdays: [] }, { starts, ends }, 'UTC')).toEqual([]);
  });
});

it('recurringTrips includes skipped days, and marks them', () => {
  const given = { ...daily, skippedDays: ['2026-03-03'], lastDay: '2026-03-04' };
  const trips = [...recurringTrips(given, '2026-03-03', 'UTC')];
  expect(trips.map(({ day: one, skipped }) => [one, skipped])).toEqual([
    ['2026-03-03', true],
    ['2026-03-04', false],
  ]);
});
