// Tests the median of odd and even numbers of values, in any order.
import { expect, test } from 'vitest';
import { mean, median } from './statistics.ts';

test.each([
  [[3], 3],
  [[4, 1], 2.5],
  [[9, 1, 2], 2],
  [[10, 1, 3, 2], 2.5],
])('the median of %j is %f', (values, expected) => expect(median(values)).toBe(expected));

test('the mean counts every value', () => expect(mean([1, 2, 6])).toBe(3));
