// The time kept of a step: the phone's, as far as it can be true.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepTime, stepTimeLimits } from './step-time.ts';

const now = Date.parse('2026-03-02T12:00:00Z');
const minutes = (count: number): number => count * 60_000;

describe('the time kept of a step', () => {
  it('is now for a phone that says none, and what it says where that can be true', () => {
    expect(stepTime({ said: undefined, previous: now - minutes(9), now })).toBe(now);
    expect(stepTime({ said: now - minutes(5), previous: now - minutes(9), now })).toBe(now - minutes(5));
  });

  it('is now for a clock ahead, by seconds or by hours: the step is not lost', () => {
    for (const ahead of [5_000, minutes(4), minutes(600)])
      expect(stepTime({ said: now + ahead, previous: now - minutes(9), now })).toBe(now);
  });

  it('is the time of the step before where less is claimed', () => {
    expect(stepTime({ said: now - minutes(30), previous: now - minutes(9), now })).toBe(now - minutes(9));
    expect(stepTime({ said: 0, previous: now - minutes(9), now })).toBe(now - minutes(9));
  });

  it('is not longer ago than anybody is away', () => {
    expect(stepTime({ said: 1, previous: null, now })).toBe(now - stepTimeLimits.maxAwayMs);
  });

  it('is not before the phone was last heard without it', () => {
    const [previous, heard] = [now - minutes(20), now - minutes(2)];
    expect(stepTime({ said: now - minutes(19), previous, heard, now })).toBe(heard);
    expect(stepTime({ said: now - minutes(1), previous, heard, now })).toBe(now - minutes(1));
  });

  it('never lies before the step before nor, unless that does, after now; more said is never earlier', () => {
    const time = fc.integer({ min: 0, max: 2 * now });
    fc.assert(
      fc.property(time, time, fc.option(time), fc.option(time), (one, other, previous, heard) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)];
        const kept = stepTime({ said: early, previous, heard, now });
        expect(kept).toBeGreaterThanOrEqual(previous ?? 0);
        expect(kept).toBeLessThanOrEqual(Math.max(now, previous ?? 0));
        expect(stepTime({ said: late, previous, heard, now })).toBeGreaterThanOrEqual(kept);
      }),
    );
  });
});
