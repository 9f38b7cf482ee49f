// Tests that the countdown to the next code ends at zero, even with a wrong device clock.
import { expect, it } from 'vitest';
import { secondsUntil } from './seconds-until.ts';

it('counts down in whole seconds to zero', () => {
  expect(secondsUntil(130_000, 100_000, 100_000)).toBe(30);
  expect(secondsUntil(130_000, 100_000, 100_001)).toBe(30);
  expect(secondsUntil(130_000, 100_000, 101_000)).toBe(29);
  expect(secondsUntil(130_000, 100_000, 130_000)).toBe(0);
  expect(secondsUntil(130_000, 100_000, 999_000)).toBe(0);
});

it('waits at most a minute on a device whose clock is behind, and not at all on one ahead', () => {
  expect(secondsUntil(9_000_000, 100_000, 100_000)).toBe(60);
  expect(secondsUntil(9_000_000, 100_000, 160_000)).toBe(0);
  expect(secondsUntil(50_000, 100_000, 100_000)).toBe(0);
});
