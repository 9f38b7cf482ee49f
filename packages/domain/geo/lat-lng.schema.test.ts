// Tests the points of requests: valid coordinates, and an address where one is required.
import { expect, it } from 'vitest';
import { addressedPoint, latLng } from './lat-lng.schema.ts';

it.each([
  [90, 180, true],
  [-90, -180, true],
  [90.001, 0, false],
  [-90.001, 0, false],
  [0, 180.001, false],
  [0, -180.001, false],
  [Number.NaN, 0, false],
])('%d, %d is a place: %s', (lat, lng, expected) => {
  expect(latLng.safeParse({ lat, lng }).success).toBe(expected);
});

it('a stop has an address of 1 to 300 characters, trimmed', () => {
  const at = (add: string) => addressedPoint.safeParse({ lat: 1, lng: 2, add });
  expect(at(' x ').data).toEqual({ lat: 1, lng: 2, add: 'x' });
  expect(at('x'.repeat(300)).success).toBe(true);
  expect([at('  ').success, at('x'.repeat(301)).success]).toEqual([false, false]);
});
