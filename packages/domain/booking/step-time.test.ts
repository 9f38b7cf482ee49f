// Tests the stored time of a step: the time reported by the phone, limited to the possible range.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepTime, stepTimeLimits } from './step-time.ts';

const now = Date.parse('2026-03-02T12:00:00Z');
const minutes = (count: number): number => count * 60_000;

describe('the stored time of a step', () => {
  it('is the current time without a reported time, and a possible reported time otherwise', () => {
    expect(stepTime({ said: undefined, previous: now - minutes(9), now })).toBe(now);
    expect(stepTime({ said: now - minutes(5), previous: now - minutes(9), now })).toBe(now - minutes(5));
  });

  it('is the current time when the clock of the phone is seconds or hours ahead', () => {
    for (const ahead of [5_000, minutes(4), minutes(600)])
      expect(stepTime({ said: now + ahead, previous: now - minutes(9), now })).toBe(now);
  });

  it('is the time of the previous step when an earlier time is reported', () => {
    expect(stepTime({ said: now - minutes(30), previous: now - minutes(9), now })).toBe(now - minutes(9));
    expect(stepTime({ said: 0, previous: now - minutes(9), now })).toBe(now - minutes(9));
  });

  it('is at most the maximum offline time ago', () => {
    expect(stepTime({ said: 1, previous: null, now })).toBe(now - stepTimeLimits.maxAwayMs);
  });

  it('is not before the phone was last online without having reported the step', () => {
    const previous = now - minutes(20);
    const lastOnlineAt = now - minutes(2);
    expect(stepTime({ said: now - minutes(19), previous, lastOnlineAt, now })).toBe(lastOnlineAt);
    expect(stepTime({ said: now - minutes(1), previous, lastOnlineAt, now })).toBe(now - minutes(1));
  });

  it('is at least the previous step, at most the later of that and now, and grows with the report', () => {
    const time = fc.integer({ min: 0, max: 2 * now });
    fc.assert(
      fc.property(time, time, fc.option(time), fc.option(time), (one, other, previous, lastOnlineAt) => {
        const early = Math.min(one, other);
        const late = Math.max(one, other);
        const stored = stepTime({ said: early, previous, lastOnlineAt, now });
        expect(stored).toBeGreaterThanOrEqual(previous ?? 0);
        expect(stored).toBeLessThanOrEqual(Math.max(now, previous ?? 0));
        expect(stepTime({ said: late, previous, lastOnlineAt, now })).toBeGreaterThanOrEqual(stored);
      }),
    );
  });
});

describe('the bounds of a reported time', () => {
  it('allow twelve hours offline', () => {
    expect(now - stepTime({ said: 1, previous: null, now })).toBe(12 * 60 * 60_000);
  });

  it('use the latest of several bounds', () => {
    const previous = now - minutes(20);
    const early = { said: now - minutes(60), previous, now };
    expect(stepTime({ ...early, lastOnlineAt: now - minutes(30) })).toBe(previous);
    expect(stepTime({ ...early, lastOnlineAt: now - minutes(10) })).toBe(now - minutes(10));
    expect(stepTime({ ...early, lastOnlineAt: null })).toBe(previous);
  });

  it('never move a step before the previous one, even when the server clock was set back', () => {
    expect(stepTime({ said: undefined, previous: now + 1, now })).toBe(now + 1);
    expect(stepTime({ said: now, previous: null, lastOnlineAt: now + 1, now })).toBe(now);
  });
});
