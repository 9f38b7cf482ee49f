// Tests that a ratio beyond its bound is reported, for rates and for times.
import { expect, it } from 'vitest';
import { judgeRatio } from './judge-ratio.ts';

it.each([
  [0.02, { least: 0.006 }],
  [1.6, { most: 5 }],
])('%d is within its bound', (ratio, bound) => {
  expect(judgeRatio(ratio, bound)).toBeNull();
});

it.each([
  [0.005, { least: 0.006 }, 'below 0.006'],
  [5.1, { most: 5 }, 'above 5'],
  [Number.NaN, { most: 5 }, 'no number'],
])('%d is beyond its bound', (ratio, bound, problem) => {
  expect(judgeRatio(ratio, bound)).toContain(problem);
});
