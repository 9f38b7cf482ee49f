// Tests matching a car to its position on a route, which never moves backwards.
import { type LatLng, measureLine, pointAlong } from '@kerb/domain/geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeOnWay } from './way.ts';

const at = (lat: number, lng: number): LatLng => ({ lat, lng });
/** East 0.01°, then north 0.01°: about 0.91 km and 1.11 km in Montevideo. */
const corner = measureLine([at(-34.9, -56.2), at(-34.9, -56.19), at(-34.89, -56.19)]);

describe('a place on the way', () => {
  it('is where the car is nearest, with how far it is off', () => {
    const place = placeOnWay(corner, at(-34.901, -56.195));
    expect(place?.alongKm).toBeCloseTo(0.456, 2);
    expect(place?.offKm).toBeCloseTo(0.111, 2);
  });

  it('does not go back behind what was driven', () => {
    expect(placeOnWay(corner, at(-34.9, -56.2), 0.5)?.alongKm).toBe(0.5);
  });

  it('takes the first pass of a way that comes back along the same street', () => {
    const thereAndBack = measureLine([at(-34.9, -56.2), at(-34.9, -56.19), at(-34.9, -56.2)]);
    expect(placeOnWay(thereAndBack, at(-34.9, -56.198))?.alongKm).toBeCloseTo(0.182, 2);
    expect(placeOnWay(thereAndBack, at(-34.9, -56.198), 1)?.alongKm).toBeCloseTo(1.642, 2);
  });

  it('has none without a road', () => {
    expect(placeOnWay(measureLine([]), at(0, 0))).toBeNull();
    expect(placeOnWay(measureLine([at(0, 0)]), at(0, 0))).toBeNull();
  });

  it('finds again every point of the road', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
        const km = share * corner.totalKm;
        const place = placeOnWay(corner, pointAlong(corner, km).point);
        expect(place?.alongKm).toBeCloseTo(km, 3);
        expect(place?.offKm).toBeCloseTo(0, 3);
      }),
    );
  });
});
