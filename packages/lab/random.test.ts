// Tests that random numbers are repeatable, so that a simulation can be run again with the same result.
import { expect, test } from 'vitest';
import { createRandom } from './random.ts';

const draws = (random: { next(): number }, count: number) =>
  Array.from({ length: count }, () => random.next());

test('a seed always gives the same sequence, and another seed another', () => {
  expect(draws(createRandom('kerb'), 50)).toEqual(draws(createRandom('kerb'), 50));
  expect(draws(createRandom('kerb'), 50)).not.toEqual(draws(createRandom('curb'), 50));
});

test('a fork does not depend on earlier draws, and differs by name', () => {
  const drawn = createRandom('kerb');
  draws(drawn, 10);
  expect(draws(drawn.fork('driver 1'), 5)).toEqual(draws(createRandom('kerb').fork('driver 1'), 5));
  expect(draws(drawn.fork('driver 1'), 5)).not.toEqual(draws(drawn.fork('driver 2'), 5));
});

test('draws are within their limits and have their averages', () => {
  const random = createRandom('kerb');
  const whole = Array.from({ length: 2000 }, () => random.integer(4, 10));
  expect(Math.min(...whole)).toBe(4);
  expect(Math.max(...whole)).toBe(10);
  const waits = Array.from({ length: 4000 }, () => random.exponential(60));
  const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
  expect(mean).toBeGreaterThan(55);
  expect(mean).toBeLessThan(65);
  expect(waits.every((wait) => wait >= 0)).toBe(true);
  const bell = Array.from({ length: 4000 }, () => random.normal());
  expect(Math.abs(bell.reduce((sum, value) => sum + value, 0) / bell.length)).toBeLessThan(0.06);
  expect(random.pick([])).toBeUndefined();
});
