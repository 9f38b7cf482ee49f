// What a trail can stand for: its own length and a little, more only where the phone was silent.
import { type LatLng, lengthKm } from '@kerb/domain/geo';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { longestPlausibleKm } from './trail-bound.ts';

const start = { lat: -34.9, lng: -56.18 };
/** East along a street, a position every `step` degrees of longitude. */
const street = (count: number, step: number): LatLng[] =>
  Array.from({ length: count }, (_, index) => ({ lat: start.lat, lng: start.lng + index * step }));

it('is a tenth more than a dense trail', () => {
  const trail = street(100, 0.0005);
  expect(longestPlausibleKm(trail)).toBeCloseTo(lengthKm(trail) * 1.1, 6);
});

it('is twice the straight line where positions are missing', () => {
  const trail = street(3, 0.02);
  expect(longestPlausibleKm(trail)).toBeCloseTo(lengthKm(trail) * 2, 6);
});

it('is nothing for no way at all', () => {
  expect([longestPlausibleKm([]), longestPlausibleKm([start]), longestPlausibleKm([start, start])]).toEqual([
    0, 0, 0,
  ]);
});

it('is never shorter than the trail, nor more than twice as long', () => {
  const point = fc.record({
    lat: fc.double({ min: -34.95, max: -34.85, noNaN: true }),
    lng: fc.double({ min: -56.25, max: -56.05, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(point, { maxLength: 40 }), (trail) => {
      const longest = longestPlausibleKm(trail);
      expect(longest).toBeGreaterThanOrEqual(lengthKm(trail));
      expect(longest).toBeLessThanOrEqual(lengthKm(trail) * 2 + 1e-9);
    }),
  );
});
