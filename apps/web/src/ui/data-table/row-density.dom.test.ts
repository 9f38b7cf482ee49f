// Tests the stored row height, and the default when nothing valid is stored.
import { beforeEach, expect, it } from 'vitest';
import { readDensity, rememberDensity } from './row-density.ts';

beforeEach(() => window.localStorage.clear());

it('is dense until the person chooses, and remembered from then on', () => {
  expect(readDensity()).toBe('dense');
  rememberDensity('comfortable');
  expect(readDensity()).toBe('comfortable');
});

it('is the default where something else is stored', () => {
  window.localStorage.setItem('kerb.table.density', 'tiny');
  expect(readDensity()).toBe('dense');
});
