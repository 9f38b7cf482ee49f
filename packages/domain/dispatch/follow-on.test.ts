// Tests when a driver on a trip is free for the next one, and when their next rider has waited too long.
import { describe, expect, it } from 'vitest';
import {
  FOLLOW_ON_CHECK_MS,
  FOLLOW_ON_SHIFT_MS,
  HANDOVER_SECS,
  isTooLate,
  pickupTime,
  secondsUntilFree,
} from './follow-on.ts';

const now = 1_000_000_000;
const trip = { isAtDrop: false, startedAt: now - 100_000, plannedSecs: 400, hasStops: false, roadSecs: 120 };

describe('secondsUntilFree', () => {
  it('is the travel time from the car plus the handover time', () => {
    expect(secondsUntilFree(trip, now)).toBe(120 + HANDOVER_SECS);
  });

  it('uses the rest of the estimate when the travel time is unknown', () => {
    expect(secondsUntilFree({ ...trip, roadSecs: null }, now)).toBe(300 + HANDOVER_SECS);
    expect(secondsUntilFree({ ...trip, roadSecs: null, plannedSecs: 50 }, now)).toBe(HANDOVER_SECS);
  });

  it('includes stops that may still be ahead', () => {
    expect(secondsUntilFree({ ...trip, hasStops: true }, now)).toBe(300 + HANDOVER_SECS);
    expect(secondsUntilFree({ ...trip, hasStops: true, plannedSecs: 150 }, now)).toBe(120 + HANDOVER_SECS);
  });

  it('is only the handover time at the drop-off', () => {
    expect(secondsUntilFree({ ...trip, isAtDrop: true }, now)).toBe(HANDOVER_SECS);
  });

  it('is at most the estimate after the clock was set back', () => {
    expect(secondsUntilFree({ ...trip, roadSecs: null, startedAt: now + 900_000 }, now)).toBe(
      400 + HANDOVER_SECS,
    );
  });
});

it('is too late beyond the tolerance, but not at it', () => {
  const promised = pickupTime(now, 180, 60);
  expect(promised).toBe(now + 240_000);
  expect(isTooLate(promised, promised + 300_000, 300)).toBe(false);
  expect(isTooLate(promised, promised + 300_001, 300)).toBe(true);
});

it('the pickup is estimated every half minute, and stored when it changed by that much', () => {
  expect([FOLLOW_ON_CHECK_MS, FOLLOW_ON_SHIFT_MS]).toEqual([30_000, 30_000]);
});
