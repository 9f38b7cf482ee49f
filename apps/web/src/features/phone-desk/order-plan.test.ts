// What keeps an order from being booked, and the days of the city that it names.
import { describe, expect, it } from 'vitest';
import { cityClock, dayAfter, issueOfPlan, type OrderPlan, singleTrip } from './order-plan.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const HOUR = 3_600_000;
const ZONE = 'America/Montevideo';
const repeat = { weekdays: [1], until: '', skipped: [] };

describe('an order', () => {
  it.each<[string, Partial<OrderPlan>, number | null, string | null]>([
    ['of one trip now', {}, null, null],
    ['of several cars', { cars: 4 }, null, null],
    ['with a way back that has no time', { returnAt: null }, null, 'desk_return_missing'],
    ['with a way back before now', { returnAt: NOW - HOUR }, null, 'desk_return_before'],
    ['with a way back before the trip', { returnAt: NOW + HOUR }, NOW + 2 * HOUR, 'desk_return_before'],
    ['with a way back after the trip', { returnAt: NOW + 3 * HOUR }, NOW + 2 * HOUR, null],
    ['repeated without a time', { repeat }, null, 'desk_repeat_needs_time'],
    ['repeated on no day', { repeat: { ...repeat, weekdays: [] } }, NOW + HOUR, 'desk_repeat_no_day'],
    ['repeated on Mondays', { repeat }, NOW + HOUR, null],
  ])('%s', (_, change, tripdate, issue) => {
    expect(issueOfPlan({ ...singleTrip, ...change }, tripdate, NOW)).toBe(issue);
  });
});

describe('the city’s calendar', () => {
  it('names the day, the time and the weekday of a moment', () => {
    // Half past one at night in UTC is the evening before in Montevideo.
    expect(cityClock(Date.parse('2026-03-02T01:30:00Z'), ZONE)).toEqual({
      day: '2026-03-01',
      time: '22:30',
      weekday: 7,
    });
  });

  it('goes on with the day after a trip, also over the end of a month', () => {
    expect(dayAfter(Date.parse('2026-03-01T02:30:00Z'), ZONE)).toBe('2026-03-01');
  });
});
