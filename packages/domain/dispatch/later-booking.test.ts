// Tests that offers of a later booking begin at its time minus the travel time of the nearest driver and a margin;
// unknown travel times have a default.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ASK_MARGIN_MS,
  ASSUMED_ETA_SECS,
  isOverdue,
  LOOK_AHEAD_MS,
  latestSetOut,
  leaveAt,
  nextLookAt,
  OVERDUE_AFTER_MS,
  planOffers,
} from './later-booking.ts';

const at = (text: string) => Date.parse(`2026-05-01T${text}:00Z`);
const tripdate = at('18:00');

describe('planOffers', () => {
  it.each([
    // A travel time of 5 minutes and a margin of 10 minutes.
    [[300], '17:45', 300],
    [[1200, 300, null], '17:45', 300],
    [[1800], '17:20', 1800],
    [[0], '17:50', 0],
    // No driver nearby, or no known route: the default of 20 minutes is used.
    [[], '17:30', null],
    [[null, null], '17:30', null],
  ])('with travel times of %j seconds begins offers at %s', (etas, time, nearest) => {
    expect(planOffers(tripdate, etas)).toEqual({ ask_at: at(time), nearest_secs: nearest });
  });

  it('starts offers early by the travel time of the planned driver, who gets the first offer', () => {
    expect(planOffers(tripdate, [300, 1200], 1200)).toEqual({ ask_at: at('17:30'), nearest_secs: 1200 });
    expect(planOffers(tripdate, [300], null)).toEqual({ ask_at: at('17:45'), nearest_secs: 300 });
  });

  it('starts offers at least a margin before the trip, and later for a nearer driver', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 7200 }), { minLength: 1 }), (etas) => {
        const plan = planOffers(tripdate, etas);
        expect(plan.ask_at).toBeLessThanOrEqual(tripdate - ASK_MARGIN_MS);
        expect(planOffers(tripdate, [...etas, 0]).ask_at).toBeGreaterThanOrEqual(plan.ask_at);
      }),
    );
  });

  it('starts offers after the first estimate, even with the assumed travel time', () => {
    expect(planOffers(tripdate, []).ask_at).toBeGreaterThan(tripdate - LOOK_AHEAD_MS);
  });
});

it('repeats the estimate every three minutes, and when offers begin', () => {
  const plan = { ask_at: at('17:45'), nearest_secs: 300 };
  expect(nextLookAt(at('17:15'), plan)).toBe(at('17:18'));
  expect(nextLookAt(at('17:43'), plan)).toBe(at('17:45'));
});

it('a driver has to leave five minutes before the travel time requires it', () => {
  expect(leaveAt(tripdate, 600)).toBe(at('17:45'));
  expect(leaveAt(tripdate, null)).toBe(tripdate - ASSUMED_ETA_SECS * 1000 - 5 * 60_000);
  expect(latestSetOut(tripdate, 600)).toBe(at('17:50'));
  expect(latestSetOut(tripdate, null)).toBe(tripdate - ASSUMED_ETA_SECS * 1000);
});

it('a booking without a driver is overdue an hour after its time', () => {
  expect(isOverdue(tripdate, tripdate + OVERDUE_AFTER_MS)).toBe(false);
  expect(isOverdue(tripdate, tripdate + OVERDUE_AFTER_MS + 1)).toBe(true);
});

it('estimates start 45 minutes before a later booking, and the search ends an hour after its time', () => {
  expect([LOOK_AHEAD_MS, OVERDUE_AFTER_MS, ASK_MARGIN_MS].map((ms) => ms / 60_000)).toEqual([45, 60, 10]);
});
