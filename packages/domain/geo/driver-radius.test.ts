// Tests that the driver radius is in km or miles, depending on the operator's unit.
import { describe, expect, it } from 'vitest';
import { km } from '../kernel/index.ts';
import { withinDriverRadius } from './driver-radius.ts';

describe('withinDriverRadius', () => {
  it.each([
    [9.99, false, true],
    [10, false, true],
    [10.01, false, false],
    [16, true, true],
    [16.09344, true, true],
    [16.1, true, false],
  ])('%d km with miles %s: %s', (distance, convert_to_mile, expected) => {
    expect(withinDriverRadius(km(distance), { driverRadius: 10, convert_to_mile })).toBe(expected);
  });
});
