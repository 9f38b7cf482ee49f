// Tests parsing a typed odometer value.
import { expect, it } from 'vitest';
import { readOdometer } from './read-odometer.ts';

it.each([
  ['', null],
  ['  ', null],
  ['48210', 48_210],
  ['48,210', 48_210],
  ['0', 0],
  ['12.5', undefined],
  ['-3', undefined],
  ['far', undefined],
  ['99999999', undefined],
])('%j is %s', (typed, value) => {
  expect(readOdometer(typed, 'en-US')).toBe(value);
});
