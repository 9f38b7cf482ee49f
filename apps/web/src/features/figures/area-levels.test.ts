// Tests grouping values into levels: all values, in order, with equal values in one level.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AREA_LEVELS, areaLevels, levelOf } from './area-levels.ts';

it('has a level for each value when there are few values', () => {
  expect(areaLevels([])).toEqual([]);
  expect(areaLevels([5, 5])).toEqual([{ least: 5, most: 5 }]);
  expect(areaLevels([9, 1, 4])).toEqual([
    { least: 1, most: 1 },
    { least: 4, most: 4 },
    { least: 9, most: 9 },
  ]);
  expect(levelOf(areaLevels([9, 1]), 5)).toBe(-1);
});

it('divides the values into four ordered levels of nearly equal size', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1 }), (values) => {
      const levels = areaLevels(values);
      const different = new Set(values).size;
      expect(levels).toHaveLength(Math.min(AREA_LEVELS, different));
      for (const value of values) expect(levelOf(levels, value)).toBeGreaterThanOrEqual(0);
      for (const [place, { least }] of levels.entries())
        expect(least).toBeGreaterThan(levels[place - 1]?.most ?? Number.NEGATIVE_INFINITY);
      const sizes = levels.map(
        ({ least, most }) => new Set(values.filter((value) => value >= least && value <= most)).size,
      );
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    }),
  );
});
