// Tests duty limits against a count of single seconds, and with examples at the limits.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND, type Span } from '../kernel/index.ts';
import { type DutySettings, dutyState, hasDutyLimits, MIN_DUTY_MS } from './duty-limit.ts';

const now = Date.parse('2026-05-10T12:00:00Z');
const DAY = MS_PER_DAY / MS_PER_SECOND;
const settingsOf = (dutyHoursLimit: number, breakAfterHours = 0, breakMinutes = 30): DutySettings => ({
  dutyHoursLimit,
  breakAfterHours,
  breakMinutes,
});
/** Returns the span between two numbers of hours before now. */
const hoursAgo = (starts: number, ends: number): Span => ({
  starts: now - starts * MS_PER_HOUR,
  ends: now - ends * MS_PER_HOUR,
});
const hoursFromNow = (at: number | null) => (at === null ? null : (at - now) / MS_PER_HOUR);

/** Returns one entry for each second of the two days before now: 1 on duty. */
function secondsOf(periods: readonly Span[]): Uint8Array {
  const seconds = new Uint8Array(2 * DAY);
  const first = now / MS_PER_SECOND - 2 * DAY;
  for (const { starts, ends } of periods)
    seconds.fill(1, Math.max(0, starts / MS_PER_SECOND - first), Math.max(0, ends / MS_PER_SECOND - first));
  return seconds;
}
const isWorked = (seconds: Uint8Array, secondFromNow: number) => seconds[2 * DAY + secondFromNow] ?? 0;

/** Returns the seconds until the limit in 24 hours is exceeded; at most `most`. */
function countUntilLimit(seconds: Uint8Array, from: number, limitSecs: number, most = DAY): number {
  let worked = 0;
  for (let at = from - DAY; at < from; at += 1) worked += isWorked(seconds, at);
  for (let on = 0; on < most; on += 1) {
    worked += 1 - isWorked(seconds, from + on - DAY);
    if (worked > limitSecs) return on;
  }
  return most;
}

function countUnbroken(seconds: Uint8Array, from: number, breakSecs: number): number {
  let worked = 0;
  let gap = 0;
  for (let at = from - 1; at >= -2 * DAY && gap < breakSecs; at -= 1) {
    gap = isWorked(seconds, at) ? 0 : gap + 1;
    worked += isWorked(seconds, at);
  }
  return worked;
}

const periods = fc.array(
  fc
    .record({ ago: fc.integer({ min: 1, max: DAY * 1.5 }), secs: fc.integer({ min: 1, max: 30_000 }) })
    .map(({ ago, secs }) => ({
      starts: now - ago * MS_PER_SECOND,
      ends: Math.min(now, now - (ago - secs) * MS_PER_SECOND),
    })),
  { maxLength: 7 },
);
const halfHours = (least: number, most: number) =>
  fc.integer({ min: least * 2, max: most * 2 }).map((halves) => halves / 2);

describe('dutyState equals a count second by second', () => {
  it('of hours in 24 hours', () => {
    fc.assert(
      fc.property(periods, halfHours(0.5, 23), (spans, hours) => {
        const seconds = secondsOf(spans);
        const state = dutyState(spans, settingsOf(hours), now);
        let worked = 0;
        for (let at = -DAY; at < 0; at += 1) worked += isWorked(seconds, at);
        expect(state.worked_secs).toBe(worked);
        expect(state.until).toBe(now + countUntilLimit(seconds, 0, hours * 3600) * MS_PER_SECOND);
        expect(state.rule).toBe('duty_limit');
      }),
      { numRuns: 40 },
    );
  });

  it('of hours without a break', () => {
    fc.assert(
      fc.property(periods, halfHours(0.5, 8), fc.integer({ min: 1, max: 300 }), (spans, hours, minutes) => {
        const seconds = secondsOf(spans);
        const state = dutyState(spans, settingsOf(0, hours, minutes), now);
        const unbroken = countUnbroken(seconds, 0, minutes * 60);
        expect(state.unbroken_secs).toBe(unbroken);
        expect(state.break_due_at).toBe(now + Math.max(0, hours * 3600 - unbroken) * MS_PER_SECOND);
      }),
      { numRuns: 40 },
    );
  });

  it('of the first second with at least five minutes left', () => {
    const least = MIN_DUTY_MS / MS_PER_SECOND;
    fc.assert(
      fc.property(
        periods,
        halfHours(0.5, 10),
        halfHours(0.5, 5),
        fc.integer({ min: 1, max: 90 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }),
        (spans, hours, breakAfter, minutes, samples) => {
          const seconds = secondsOf(spans);
          const isEnough = (from: number) =>
            countUntilLimit(seconds, from, hours * 3600, least) >= least &&
            breakAfter * 3600 - countUnbroken(seconds, from, minutes * 60) >= least;
          const state = dutyState(spans, settingsOf(hours, breakAfter, minutes), now);
          const allowed = (state.allowed_from - now) / MS_PER_SECOND;
          expect(isEnough(allowed)).toBe(true);
          expect(state.refused === null).toBe(allowed === 0);
          if (allowed === 0) return;
          for (const earlier of [0, allowed - 1, ...samples.map((part) => Math.floor(part * (allowed - 1)))])
            expect(isEnough(earlier), `after ${earlier} s of ${allowed}`).toBe(false);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('hours in 24 hours', () => {
  it('are used up, and available again a day later', () => {
    const state = dutyState([hoursAgo(10, 0)], settingsOf(10), now);
    expect(state).toMatchObject({
      worked_secs: 36_000,
      until: now,
      rule: 'duty_limit',
      refused: 'duty_limit',
    });
    expect(hoursFromNow(state.allowed_from)).toBe(14);
  });

  it('allow the same hours every day: yesterday’s expire as today’s are used', () => {
    const state = dutyState([hoursAgo(24, 14)], settingsOf(10), now);
    expect(state.refused).toBeNull();
    expect(hoursFromNow(state.until)).toBe(10);
  });

  it('count overlapping periods once, and nothing after now', () => {
    const spans = [hoursAgo(4, 2), hoursAgo(3, 1), hoursAgo(0, -5)];
    expect(dutyState(spans, settingsOf(10), now).worked_secs).toBe(3 * 3600);
  });

  it('end at once when the limit is set below the hours worked', () => {
    expect(dutyState([hoursAgo(8, 0)], settingsOf(6), now).until).toBe(now);
  });

  it('do not reset when a driver goes off duty and on again', () => {
    const toggled = Array.from({ length: 600 }, (_, minute) => ({
      starts: now - (minute + 1) * MS_PER_MINUTE,
      ends: now - minute * MS_PER_MINUTE - 1,
    }));
    const state = dutyState(toggled, settingsOf(10), now);
    expect(state.until).toBe(now + 600);
    expect(state.refused).toBe('duty_limit');
  });

  it('are 24 hours of elapsed time when the clocks change', () => {
    // 2026-10-25 in Berlin has 25 hours.
    const noon = Date.parse('2026-10-25T11:00:00Z');
    const started = Date.parse('2026-10-24T10:00:00Z');
    const state = dutyState([{ starts: started, ends: started + 10 * MS_PER_HOUR }], settingsOf(10), noon);
    expect(state.worked_secs).toBe(9 * 3600);
  });

  it('reject a duty with less than five minutes left, and allow one with five', () => {
    const almost = { starts: now - 10 * MS_PER_HOUR + MIN_DUTY_MS - 1, ends: now };
    expect(dutyState([almost], settingsOf(10), now).refused).toBe('duty_limit');
    expect(dutyState([{ ...almost, starts: almost.starts + 1 }], settingsOf(10), now).refused).toBeNull();
  });
});

describe('breaks', () => {
  it('are due after the maximum hours, even with short pauses between', () => {
    const spans = [hoursAgo(5, 3), hoursAgo(2.51, 0)];
    const state = dutyState(spans, settingsOf(0, 4.5, 30), now);
    expect(state).toMatchObject({ unbroken_secs: 4.51 * 3600, until: now, rule: 'break_needed' });
    expect(state.refused).toBe('break_needed');
    expect(hoursFromNow(state.allowed_from)).toBe(0.5);
  });

  it('are long enough at their last second, and not before', () => {
    const rested = (secs: number) =>
      dutyState([{ starts: now - 6 * MS_PER_HOUR, ends: now - secs * 1000 }], settingsOf(0, 4.5, 30), now);
    expect(rested(1799)).toMatchObject({ refused: 'break_needed', allowed_from: now + 1000 });
    expect(rested(1799).break_ends_at).toBe(now + 1000);
    expect(rested(1800)).toMatchObject({ refused: null, unbroken_secs: 0 });
  });

  it('do not end while on duty', () => {
    expect(dutyState([hoursAgo(2, 0)], settingsOf(0, 4.5), now).break_ends_at).toBeNull();
    expect(dutyState([], settingsOf(0, 4.5), now).break_ends_at).toBeNull();
  });
});

it('the earlier of both limits ends a duty', () => {
  const spans = [hoursAgo(2, 0)];
  expect(dutyState(spans, settingsOf(10, 3), now)).toMatchObject({ rule: 'break_needed' });
  expect(dutyState(spans, settingsOf(2.5, 3), now)).toMatchObject({ rule: 'duty_limit' });
});

it('a duty has no end without limits', () => {
  expect(dutyState([hoursAgo(40, 0)], settingsOf(0), now)).toMatchObject({
    until: null,
    rule: null,
    limit_at: null,
    break_due_at: null,
    break_ends_at: null,
    allowed_from: now,
    refused: null,
  });
  expect(hasDutyLimits(settingsOf(0))).toBe(false);
  expect(hasDutyLimits(settingsOf(0, 4, 0))).toBe(false);
  expect(hasDutyLimits(settingsOf(0, 4, 30))).toBe(true);
  expect(hasDutyLimits(settingsOf(8))).toBe(true);
});
