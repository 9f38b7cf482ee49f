// Tests matching a car to its position on a route, which never moves backwards.
import { type LatLng, measureLine, pointAlong } from '@kerb/domain/geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positionOnRoute } from './position-on-route.ts';

const at = (lat: number, lng: number): LatLng => ({ lat, lng });
/** East 0.01°, then north 0.01°: about 0.91 km and 1.11 km in Montevideo. */
const corner = measureLine([at(-34.9, -56.2), at(-34.9, -56.19), at(-34.89, -56.19)]);

describe('a place on the route', () => {
  it('is the point nearest to the car, with its distance from the route', () => {
    const place = positionOnRoute(corner, at(-34.901, -56.195));
    expect(place?.alongKm).toBeCloseTo(0.456, 2);
    expect(place?.offKm).toBeCloseTo(0.111, 2);
  });

  it('does not go back behind the driven part', () => {
    expect(positionOnRoute(corner, at(-34.9, -56.2), 0.5)?.alongKm).toBe(0.5);
  });

  it('takes the first pass of a route that returns along the same street', () => {
    const thereAndBack = measureLine([at(-34.9, -56.2), at(-34.9, -56.19), at(-34.9, -56.2)]);
    expect(positionOnRoute(thereAndBack, at(-34.9, -56.198))?.alongKm).toBeCloseTo(0.182, 2);
    expect(positionOnRoute(thereAndBack, at(-34.9, -56.198), 1)?.alongKm).toBeCloseTo(1.642, 2);
  });

  it('is null without a route', () => {
    expect(positionOnRoute(measureLine([]), at(0, 0))).toBeNull();
    expect(positionOnRoute(measureLine([at(0, 0)]), at(0, 0))).toBeNull();
  });

  it('is found again for every point of the route', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
        const km = share * corner.totalKm;
        const place = positionOnRoute(corner, pointAlong(corner, km).point);
        expect(place?.alongKm).toBeCloseTo(km, 3);
        expect(place?.offKm).toBeCloseTo(0, 3);
      }),
    );
  });
});
