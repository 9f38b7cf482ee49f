// Tests which issues the days of a recurring booking have.
import { expect, it } from 'vitest';
import type { Recurrence } from './recurring-booking.schema.ts';
import { timeOfDay } from './recurring-booking.schema.ts';
import { dayAfter } from './recurring-days.ts';
import { firstTripLeft, validateRecurrence } from './validate-recurrence.ts';

const ZONE = 'America/Montevideo';
/** Monday, 12:00 in Montevideo. */
const NOON = Date.parse('2026-03-02T15:00:00Z');
const monday: Recurrence = {
  weekdays: [1],
  timeOfDay: '12:15',
  firstDay: '2026-03-02',
  lastDay: '2026-03-02',
  skippedDays: [],
};
const days = (number: number) => Array.from({ length: number }, (_, index) => dayAfter('2026-04-01', index));

it.each<[what: string, change: Partial<Recurrence>, issue: string | null]>([
  ['a trip in 15 minutes', {}, null],
  ['a trip in 14 minutes is too near', { timeOfDay: '12:14' }, 'no_day_left'],
  ['today has passed, but another day follows', { timeOfDay: '08:00', lastDay: '2026-03-09' }, null],
  ['no weekday', { weekdays: [] }, 'weekday_required'],
  ['the first day was yesterday', { firstDay: '2026-03-01' }, 'day_past'],
  [
    'the last day is before the first',
    { firstDay: '2026-03-05', lastDay: '2026-03-04' },
    'last_day_before_first',
  ],
  ['the last day is in a year', { lastDay: '2027-03-02' }, null],
  ['the last day is in more than a year', { lastDay: '2027-03-03' }, 'day_too_far_ahead'],
  ['the first day is in more than a year', { firstDay: '2027-03-03', lastDay: null }, 'day_too_far_ahead'],
  ['no last day', { lastDay: null }, null],
  ['60 skipped days', { lastDay: null, skippedDays: days(60) }, null],
  ['61 skipped days', { lastDay: null, skippedDays: days(61) }, 'too_many_skipped_days'],
  ['the weekday is on none of the days', { weekdays: [2] }, 'no_day_left'],
  ['its only day is skipped', { skippedDays: ['2026-03-02'] }, 'no_day_left'],
])('%s', (_, change, issue) => {
  expect(validateRecurrence({ ...monday, ...change }, NOON, ZONE)).toBe(issue);
});

it('firstTripLeft passes over trips that are skipped or too soon', () => {
  const daily = { ...monday, weekdays: [1, 2, 3], timeOfDay: '12:14', lastDay: null };
  expect(firstTripLeft({ ...daily, skippedDays: ['2026-03-03'] }, NOON, ZONE)).toEqual({
    day: '2026-03-04',
    at: Date.parse('2026-03-04T15:14:00Z'),
    skipped: false,
  });
});

it('uses the day of the city, not of UTC', () => {
  const lateEvening = Date.parse('2026-03-03T01:00:00Z');
  const change = { timeOfDay: '23:00' };
  expect(validateRecurrence({ ...monday, ...change }, lateEvening, ZONE)).toBeNull();
  expect(validateRecurrence({ ...monday, ...change }, lateEvening, 'UTC')).toBe('day_past');
});

it.each([
  ['00:00', true],
  ['23:59', true],
  ['24:00', false],
  ['8:30', false],
  ['08:60', false],
  ['08:30:00', false],
])('%s is a time of day: %s', (text, expected) => {
  expect(timeOfDay.safeParse(text).success).toBe(expected);
});
