// Tests that two query strings are the same view when search, filters and sorting are equal.
import { expect, it } from 'vitest';
import { sameColumns, viewQuery } from './view-query.ts';

it('contains search, filters and sorting in a fixed order, without the page size', () => {
  expect(viewQuery('?status=NEW&q=ana+p&size=100&from=')).toBe('q=ana+p&status=NEW');
  expect(viewQuery('sort=tripdate&order=asc')).toBe(viewQuery('order=asc&sort=tripdate'));
  expect(viewQuery('')).toBe('');
});

it('compares columns including their order', () => {
  expect(sameColumns(['a', 'b'], ['a', 'b'])).toBe(true);
  expect(sameColumns(['a', 'b'], ['b', 'a'])).toBe(false);
  expect(sameColumns(null, ['a'])).toBe(false);
});
