// Following a road: the car's place on it, the point any distance along it, and stops passed in order.
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeOnWay, pointAlong, stopsPassed, wayOf } from './way.ts';

const at = (lat: number, lng: number): LatLng => ({ lat, lng });
/** East 0.01°, then north 0.01°: about 0.91 km and 1.11 km in Montevideo. */
const corner = wayOf([at(-34.9, -56.2), at(-34.9, -56.19), at(-34.89, -56.19)]);

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
    const thereAndBack = wayOf([at(-34.9, -56.2), at(-34.9, -56.19), at(-34.9, -56.2)]);
    expect(placeOnWay(thereAndBack, at(-34.9, -56.198))?.alongKm).toBeCloseTo(0.182, 2);
    expect(placeOnWay(thereAndBack, at(-34.9, -56.198), 1)?.alongKm).toBeCloseTo(1.642, 2);
  });

  it('has none without a road', () => {
    expect(placeOnWay(wayOf([]), at(0, 0))).toBeNull();
    expect(placeOnWay(wayOf([at(0, 0)]), at(0, 0))).toBeNull();
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

describe('a point along the way', () => {
  it('lies as far on as was driven, facing along the road', () => {
    const east = pointAlong(corner, 0.4);
    expect(distanceKm(at(-34.9, -56.2), east.point)).toBeCloseTo(0.4, 3);
    expect(east.heading).toBeCloseTo(90, 0);
    expect(pointAlong(corner, 1.2).heading).toBeCloseTo(0, 0);
  });

  it('stays on the road: before its begin and behind its end', () => {
    expect(pointAlong(corner, -1).point).toEqual(at(-34.9, -56.2));
    expect(pointAlong(corner, 99).point).toEqual(at(-34.89, -56.19));
  });
});

describe('stops', () => {
  const stops = [at(-34.9, -56.19), at(-34.89, -56.19)];

  it('are passed in their order only', () => {
    expect(stopsPassed(stops, [at(-34.89, -56.19)])).toBe(0);
    expect(stopsPassed(stops, [at(-34.9003, -56.19)])).toBe(1);
    expect(stopsPassed(stops, [at(-34.9, -56.19), at(-34.89, -56.19)])).toBe(2);
    expect(stopsPassed(stops, [at(-34.89, -56.19)], 1)).toBe(2);
  });
});
