// Tests the countdown of a task: whole seconds, remaining fraction, and which tasks are still open.
import { aTask } from '@kerb/testing';
import { describe, expect, it } from 'vitest';
import { answerKey, fractionLeft, isLongOffer, nextExpiryIn, openTasks, secondsLeft } from './countdown.ts';

describe('the countdown', () => {
  it('shows 1 until the expiry and never less than 0', () => {
    expect(secondsLeft(30_000, 0)).toBe(30);
    expect(secondsLeft(30_000, 29_001)).toBe(1);
    expect(secondsLeft(30_000, 30_000)).toBe(0);
    expect(secondsLeft(30_000, 90_000)).toBe(0);
  });

  it('falls from 1 to 0 and stays in that range, even with a wrong device clock', () => {
    expect(fractionLeft(30_000, 0, 30)).toBe(1);
    expect(fractionLeft(30_000, 15_000, 30)).toBe(0.5);
    expect(fractionLeft(30_000, -5_000, 30)).toBe(1);
    expect(fractionLeft(30_000, 31_000, 30)).toBe(0);
    expect(fractionLeft(30_000, 0, 0)).toBe(0);
  });
});

describe('an offer', () => {
  it('is shown in hours and minutes while more than two minutes are left', () => {
    expect(isLongOffer(24 * 3_600_000, 0)).toBe(true);
    expect(isLongOffer(120_001, 0)).toBe(true);
    expect(isLongOffer(120_000, 0)).toBe(false);
  });
});

describe('open tasks', () => {
  const soon = aTask({ booking: 'a', expiresAt: 10_000 });
  const later = aTask({ booking: 'b', expiresAt: 20_000 });

  it('are sorted by expiry, without the expired ones', () => {
    expect(openTasks([later, soon], 0, new Set())).toEqual([soon, later]);
    expect(openTasks([later, soon], 10_000, new Set())).toEqual([later]);
  });

  it('are removed when answered, and return when offered again', () => {
    const answered = new Set([answerKey(soon)]);
    expect(openTasks([soon, later], 0, answered)).toEqual([later]);
    expect(openTasks([aTask({ booking: 'a', expiresAt: 40_000 })], 0, answered)).toHaveLength(1);
  });

  it('return the time until the next expiry', () => {
    expect(nextExpiryIn([later, soon], 4_000)).toBe(6_000);
    expect(nextExpiryIn([soon], 10_000)).toBeNull();
  });
});
