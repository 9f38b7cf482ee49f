// Tests the stored row height, and the default when nothing valid is stored.
import { beforeEach, expect, it } from 'vitest';
import { readDensity, rememberDensity } from './row-density.ts';

beforeEach(() => window.localStorage.clear());

it('is dense by default, and stored once the user changes it', () => {
  expect(readDensity()).toBe('dense');
  rememberDensity('comfortable');
  expect(readDensity()).toBe('comfortable');
});

it('is the default when an invalid value is stored', () => {
  window.localStorage.setItem('kerb.table.density', 'tiny');
  expect(readDensity()).toBe('dense');
});
