// Tests that implausible positions are rejected and plausible ones accepted.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgePosition, positionLimits } from './plausible-position.ts';

const now = Date.UTC(2026, 4, 1, 12);
const here = { lat: -34.9, lng: -56.16, at: now };

const verdict = (...args: Parameters<typeof judgePosition>) => {
  const result = judgePosition(...args);
  return result.ok ? 'ok' : result.reason;
};

describe('judgePosition', () => {
  it.each([
    ['ok', {}],
    ['ok', { at: now - positionLimits.maxAgeMs }],
    ['too_old', { at: now - positionLimits.maxAgeMs - 1 }],
    ['ok', { at: now + 10_000 }],
    ['from_the_future', { at: now + 10_001 }],
    ['too_old', { at: Number.NaN }],
    ['ok', { accuracy: 250 }],
    ['too_vague', { accuracy: 251 }],
    ['too_vague', { accuracy: Number.NaN }],
    ['not_a_place', { lat: 90.1 }],
    ['not_a_place', { lng: -180.1 }],
    ['not_a_place', { lat: Number.NaN }],
    ['ok', { lat: -90, lng: 180 }],
  ])('%s: %j', (expected, change) => {
    expect(verdict({ ...here, ...change }, null, now)).toBe(expected);
  });

  it('rejects a position that is not newer than the last', () => {
    expect(verdict(here, here, now)).toBe('out_of_order');
    expect(verdict({ ...here, at: now - 1 }, here, now)).toBe('out_of_order');
    expect(verdict({ ...here, at: now + 1 }, here, now)).toBe('ok');
  });

  it('rejects a jump that no car can make', () => {
    const last = { ...here, at: now - 10_000, accuracy: 5 };
    // In 10 s at 250 km/h, a car drives 694 m, plus 10 m for the accuracy of both fixes; a thousandth of a degree of
    // latitude is 111 m.
    expect(verdict({ ...here, lat: here.lat + 0.006, accuracy: 5 }, last, now)).toBe('ok');
    expect(verdict({ ...here, lat: here.lat + 0.0065, accuracy: 5 }, last, now)).toBe('too_fast');
    expect(verdict({ ...here, lat: here.lat + 0.0065, accuracy: 50 }, last, now)).toBe('ok');
  });

  it('allows 50 m in each direction for devices that report no accuracy', () => {
    const last = { ...here, at: now - 1 };
    expect(verdict({ ...here, lat: here.lat + 0.00089 }, last, now)).toBe('ok');
    expect(verdict({ ...here, lat: here.lat + 0.00091 }, last, now)).toBe('too_fast');
  });

  it('accepts any number of reports from a car that stands still', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60_000 }), (gap) => {
        expect(verdict(here, { ...here, at: now - gap }, now)).toBe('ok');
      }),
    );
  });
});
