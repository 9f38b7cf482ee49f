// What a trail can stand for: its own length without the noise, more only where the phone was silent.
import { distanceKm, type LatLng, lengthKm } from '@kerb/domain/geo';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boundsOf, cornersOf, stepsOf } from './trail-bound.ts';

const start = { lat: -34.9, lng: -56.18 };
/** East along a street, a position every `step` degrees of longitude. */
const street = (count: number, step: number): LatLng[] =>
  Array.from({ length: count }, (_, index) => ({ lat: start.lat, lng: start.lng + index * step }));

it('is the length of a dense trail', () => {
  const trail = street(100, 0.0005);
  const { least, likely, most } = boundsOf(stepsOf(trail));
  expect(likely).toBeCloseTo(lengthKm(trail), 6);
  expect(least).toBeCloseTo(likely * 0.994, 6);
  expect(most).toBeCloseTo(likely * 1.0055, 6);
});

it('adds the corners that steps cut, and none for noise or on a straight street', () => {
  const east = street(40, 0.00015);
  const corner = east.at(-1) ?? start;
  const north = Array.from({ length: 40 }, (_, index) => ({
    lat: corner.lat + (index + 1) * 0.00012,
    lng: corner.lng,
  }));
  const around = [...east, ...north];
  const corners = cornersOf(around);
  expect(boundsOf(stepsOf(around), new Map(), corners).likely / lengthKm(around)).toBeCloseTo(1, 2);
  expect(cornersOf(east)).toBeCloseTo(1, 6);
  expect(cornersOf([])).toBe(1);
  const noisy = east.map(({ lat, lng }, index) => ({ lat: lat + (index % 2) * 0.00009, lng }));
  expect(cornersOf(noisy)).toBeLessThan(1.01);
});

it('allows corners to be cut by a tenth where positions are rarer', () => {
  const trail = street(20, 0.002);
  expect(boundsOf(stepsOf(trail)).most).toBeCloseTo(lengthKm(trail) * 1.1, 6);
});

it('is twice the straight line where positions are missing, or the road where that is known', () => {
  const trail = street(3, 0.02);
  expect(boundsOf(trail).most).toBeCloseTo(lengthKm(trail) * 2, 6);
  const byRoad = new Map([
    [0, 2.5],
    [1, 2],
  ]);
  expect(boundsOf(trail, byRoad).likely).toBeCloseTo(4.5, 6);
});

it('is no way at all for a car that stands while its positions wander', () => {
  const wandering = Array.from({ length: 200 }, (_, index) => ({
    lat: start.lat + 0.00005 * Math.sin(index * 7),
    lng: start.lng + 0.00005 * Math.cos(index * 3),
  }));
  expect(boundsOf(stepsOf(wandering)).most).toBeLessThan(0.02);
  expect(boundsOf(stepsOf([])).most).toBe(0);
  expect(boundsOf(stepsOf([start])).most).toBe(0);
});

it('keeps the ends, and never more than the trail has', () => {
  const point = fc.record({
    lat: fc.double({ min: -34.95, max: -34.85, noNaN: true }),
    lng: fc.double({ min: -56.25, max: -56.05, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(point, { minLength: 2, maxLength: 40 }), (trail) => {
      const steps = stepsOf(trail);
      expect([steps[0], steps.at(-1)]).toEqual([trail[0], trail.at(-1)]);
      const { least, likely, most } = boundsOf(steps);
      const straight = distanceKm(trail[0] ?? start, trail.at(-1) ?? start);
      expect(least).toBeGreaterThanOrEqual(straight * 0.97 - 1e-9);
      expect(likely).toBeLessThanOrEqual(most);
      expect(most).toBeLessThanOrEqual(lengthKm(trail) * 2 + 1e-9);
    }),
  );
});
