// Tests that trip codes have five digits and that every such code is possible.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTripOtp, tripOtp, tripOtpPauseMs } from './trip-otp.ts';

describe('tripOtp', () => {
  it('is between 10000 and 99999, both included', () => {
    expect(tripOtp(0)).toBe(10_000);
    expect(tripOtp(1 - Number.EPSILON)).toBe(99_999);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
        expect(String(tripOtp(random))).toMatch(/^[1-9]\d{4}$/);
      }),
    );
  });

  it('gives every code', () => {
    const codes = new Set(Array.from({ length: 90_000 }, (_, index) => tripOtp((index + 0.5) / 90_000)));
    expect(codes.size).toBe(90_000);
  });

  it.each([-0.1, 1, Number.NaN])('refuses %d', (random) => {
    expect(() => tripOtp(random)).toThrowError(/^invalid_input/);
  });
});

describe('isTripOtp', () => {
  it.each([
    ['10000', true],
    [' 10 000 ', true],
    ['10001', false],
    ['010000', false],
    ['1e4', false],
    ['', false],
  ])('%j is the code 10000: %s', (typed, expected) => {
    expect(isTripOtp(typed, 10_000)).toBe(expected);
  });
});

describe('the pause after wrong trip codes', () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 30],
    [4, 0],
    [5, 0],
    [6, 60],
    [9, 120],
    [12, 240],
    [15, 480],
    [18, 900],
    [300, 900],
  ])('of %d in a row is %d seconds', (wrongCodes, expected) => {
    expect(tripOtpPauseMs(wrongCodes)).toBe(expected * 1000);
  });
});
