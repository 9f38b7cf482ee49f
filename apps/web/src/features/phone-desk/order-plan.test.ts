// Tests the validation of a phone order and its total fare.
import { describe, expect, it } from 'vitest';
import { incompleteDay } from '../../ui/dates/is-complete-date.ts';
import {
  fareOfOrder,
  fareWithoutPromo,
  issueOfPlan,
  type OrderPlan,
  recurrenceOfReturn,
  singleTrip,
} from './order-plan.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const HOUR = 3_600_000;
const repeat = { weekdays: [1], until: '', skipped: [] };

describe('an order', () => {
  it.each<[string, Partial<OrderPlan>, number | null, string | null]>([
    ['of one trip now', {}, null, null],
    ['of several cars', { cars: 4 }, null, null],
    ['with a way back that has no time', { returnAt: null }, null, 'desk_return_missing'],
    ['with a way back before now', { returnAt: NOW - HOUR }, null, 'desk_return_before'],
    ['with a way back before the trip', { returnAt: NOW + HOUR }, NOW + 2 * HOUR, 'desk_return_before'],
    ['with a way back in ten minutes', { returnAt: NOW + HOUR / 6 }, null, 'past_booking_error'],
    ['with a way back after the trip', { returnAt: NOW + 3 * HOUR }, NOW + 2 * HOUR, null],
    ['repeated without a time', { repeat }, null, 'desk_repeat_needs_time'],
    [
      'repeated until a day that is not complete',
      { repeat: { ...repeat, until: incompleteDay } },
      NOW + HOUR,
      'picker_incomplete',
    ],
    ['repeated on no day', { repeat: { ...repeat, weekdays: [] } }, NOW + HOUR, 'desk_repeat_no_day'],
    ['repeated on Mondays', { repeat }, NOW + HOUR, null],
    [
      'repeated until the day of the trip',
      { repeat: { ...repeat, until: '2026-03-02' } },
      NOW + HOUR,
      'last_day_before_first',
    ],
    [
      'repeated until a Sunday before the first Monday',
      { repeat: { ...repeat, until: '2026-03-08' } },
      NOW + HOUR,
      'no_day_left',
    ],
    [
      'repeated until the next Monday, which is left out',
      { repeat: { ...repeat, until: '2026-03-09', skipped: ['2026-03-09'] } },
      NOW + HOUR,
      'no_day_left',
    ],
    [
      'repeated with a way back on a day that is more than a year ahead',
      { repeat: { ...repeat, until: '2027-03-02' }, returnAt: NOW + 20 * HOUR },
      NOW + HOUR,
      'day_too_far_ahead',
    ],
    ['repeated until the next Monday', { repeat: { ...repeat, until: '2026-03-09' } }, NOW + HOUR, null],
  ])('%s', (_, change, tripdate, issue) => {
    expect(issueOfPlan({ ...singleTrip, ...change }, tripdate, NOW, 'UTC')).toBe(issue);
  });
});

it('repeats a way back after midnight on the day after each trip', () => {
  const plan = { weekdays: [1, 7], until: '2026-03-29', skipped: ['2026-03-08'] };
  const trip = Date.parse('2026-03-02T23:00:00Z');
  expect(recurrenceOfReturn(plan, trip, trip + 2 * HOUR, 'UTC')).toEqual({
    weekdays: [1, 2],
    timeOfDay: '01:00',
    firstDay: '2026-03-04',
    lastDay: '2026-03-30',
    skippedDays: ['2026-03-09'],
  });
});

it('of several cars applies the promo once, and adds the fare of the return trip', () => {
  const estimate = { payableAmount: 80, discount_amount: 20 };
  expect(fareOfOrder(estimate, singleTrip, 0, 2)).toBe(80);
  expect(fareOfOrder(estimate, { ...singleTrip, cars: 3 }, 0, 2)).toBe(280);
  expect(fareOfOrder(estimate, { ...singleTrip, cars: 3 }, 50, 2)).toBe(330);
});

it.each([
  [90.06, 10.01, 2, 100.07],
  [0.1, 0.2, 2, 0.3],
  [1200, 300, 0, 1500],
])('a fare of %d after a discount of %d is exactly the fare without the promo', (...figures) => {
  const [payableAmount, discount_amount, decimals, fare] = figures;
  expect(fareWithoutPromo({ payableAmount, discount_amount }, decimals)).toBe(fare);
});
