// A later trip's drivers are asked by the way of the nearest plus a margin; unknown ways are assumed long.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ASK_MARGIN_MS,
  ASSUMED_ETA_SECS,
  isOverdue,
  LOOK_AHEAD_MS,
  leaveAt,
  nextLookAt,
  OVERDUE_AFTER_MS,
  planAsking,
} from './later-booking.ts';

const at = (text: string) => Date.parse(`2026-05-01T${text}:00Z`);
const tripdate = at('18:00');

describe('planAsking', () => {
  it.each([
    // A way of 5 minutes and 10 minutes to spare.
    [[300], '17:45', 300],
    [[1200, 300, null], '17:45', 300],
    [[1800], '17:20', 1800],
    [[0], '17:50', 0],
    // Nobody around, or no road known: 20 minutes are assumed.
    [[], '17:30', null],
    [[null, null], '17:30', null],
  ])('with ways of %j seconds asks from %s on', (etas, time, nearest) => {
    expect(planAsking(tripdate, etas)).toEqual({ ask_at: at(time), nearest_secs: nearest });
  });

  it('never plans later than a margin before the trip, and the sooner a driver is the later', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 7200 }), { minLength: 1 }), (etas) => {
        const plan = planAsking(tripdate, etas);
        expect(plan.ask_at).toBeLessThanOrEqual(tripdate - ASK_MARGIN_MS);
        expect(planAsking(tripdate, [...etas, 0]).ask_at).toBeGreaterThanOrEqual(plan.ask_at);
      }),
    );
  });

  it('is known in time: an assumed way is asked for after the first look', () => {
    expect(planAsking(tripdate, []).ask_at).toBeGreaterThan(tripdate - LOOK_AHEAD_MS);
  });
});

it('looks again every three minutes, and at the moment to ask', () => {
  const plan = { ask_at: at('17:45'), nearest_secs: 300 };
  expect(nextLookAt(at('17:15'), plan)).toBe(at('17:18'));
  expect(nextLookAt(at('17:43'), plan)).toBe(at('17:45'));
});

it('a driver leaves five minutes before his way makes him', () => {
  expect(leaveAt(tripdate, 600)).toBe(at('17:45'));
  expect(leaveAt(tripdate, null)).toBe(tripdate - ASSUMED_ETA_SECS * 1000 - 5 * 60_000);
});

it('an hour after its time a trip is not made any more', () => {
  expect(isOverdue(tripdate, tripdate + OVERDUE_AFTER_MS)).toBe(false);
  expect(isOverdue(tripdate, tripdate + OVERDUE_AFTER_MS + 1)).toBe(true);
});
