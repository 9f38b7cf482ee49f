// Tests the areas of figures: one for each quarter, in the order of its fullest cell, with a limited number of cells.
import { expect, test } from 'vitest';
import { MAX_AREA_CELLS, nameAreas } from './name-areas.ts';

test('the cells of a district form one area, regardless of their order', () => {
  const quarters = new Map([
    ['1:1', 'Centro'],
    ['1:2', 'Pocitos'],
    ['1:3', 'Centro'],
    ['1:5', null],
  ]);
  expect(nameAreas(['1:1', '1:2', '1:3', '1:4', '1:5'], quarters)).toEqual([
    { name: 'Centro', cells: ['1:1', '1:3'] },
    { name: 'Pocitos', cells: ['1:2'] },
    { name: null, cells: ['1:4', '1:5'] },
  ]);
});

test('a district with more cells than an area can list is divided', () => {
  const cells = Array.from({ length: 2 * MAX_AREA_CELLS + 1 }, (_, column) => `1:${column}`);
  const areas = nameAreas(cells, new Map(cells.map((cell) => [cell, 'Centro'])));
  expect(areas.map(({ cells: own }) => own.length)).toEqual([MAX_AREA_CELLS, MAX_AREA_CELLS, 1]);
  expect(areas.flatMap(({ cells: own }) => own)).toEqual(cells);
});
