// Tests distances between known places, and invariants of every distance.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bearingDegrees, between, distanceKm, EARTH_RADIUS_KM, lengthKm } from './haversine.ts';

const montevideo = { lat: -34.9011, lng: -56.1645 };
const buenosAires = { lat: -34.6037, lng: -58.3816 };

const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('distanceKm', () => {
  it.each([
    // A degree of latitude is 2πR / 360 = 111.195 km.
    [{ lat: 0, lng: 0 }, { lat: 1, lng: 0 }, 111.195],
    // At 60° north a degree of longitude is half as long.
    [{ lat: 60, lng: 0 }, { lat: 60, lng: 1 }, 55.597],
    [{ lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 }, 111.195],
    [montevideo, buenosAires, 205.1],
    [{ lat: 48.8566, lng: 2.3522 }, { lat: 51.5074, lng: -0.1278 }, 343.56],
  ])('from %j to %j is %d km', (from, to, expected) => {
    expect(Math.abs(distanceKm(from, to) - expected)).toBeLessThan(expected * 0.001);
  });

  it('returns half the circumference between opposite points', () => {
    expect(distanceKm({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).toBeCloseTo(Math.PI * EARTH_RADIUS_KM, 6);
    expect(distanceKm({ lat: 90, lng: 0 }, { lat: -90, lng: 77 })).toBeCloseTo(Math.PI * EARTH_RADIUS_KM, 6);
  });

  it('uses the mean radius of the earth: a degree of latitude is 2π × 6371.0088 / 360 km', () => {
    expect(distanceKm({ lat: 10, lng: 7 }, { lat: 11, lng: 7 })).toBeCloseTo(111.19508, 5);
  });

  it('returns a number for every pair of opposite points', () => {
    fc.assert(
      fc.property(point, ({ lat, lng }) => {
        const opposite = { lat: -lat, lng: lng > 0 ? lng - 180 : lng + 180 };
        expect(distanceKm({ lat, lng }, opposite)).toBeCloseTo(Math.PI * EARTH_RADIUS_KM, 3);
      }),
    );
  });

  it('is a metric: 0 to itself, symmetric, with the triangle inequality and a maximum', () => {
    fc.assert(
      fc.property(point, point, point, (one, other, third) => {
        expect(distanceKm(one, one)).toBe(0);
        expect(distanceKm(one, other)).toBeCloseTo(distanceKm(other, one), 9);
        expect(distanceKm(one, other)).toBeLessThanOrEqual(Math.PI * EARTH_RADIUS_KM);
        expect(distanceKm(one, third)).toBeLessThanOrEqual(
          distanceKm(one, other) + distanceKm(other, third) + 1e-3,
        );
      }),
    );
  });
});

describe('lengthKm', () => {
  it('adds up the segments', () => {
    expect(lengthKm([])).toBe(0);
    expect(lengthKm([montevideo])).toBe(0);
    expect(lengthKm([montevideo, buenosAires, montevideo])).toBeCloseTo(
      2 * distanceKm(montevideo, buenosAires),
      9,
    );
  });
});

describe('bearingDegrees', () => {
  it.each([
    [{ lat: 0, lng: 0 }, { lat: 1, lng: 0 }, 0],
    [{ lat: 0, lng: 0 }, { lat: 0, lng: 1 }, 90],
    [{ lat: 0, lng: 0 }, { lat: -1, lng: 0 }, 180],
    [{ lat: 0, lng: 0 }, { lat: 0, lng: -1 }, 270],
    // Baghdad to Osaka along the great circle: north of east, although both lie at 35° north.
    [{ lat: 35, lng: 45 }, { lat: 35, lng: 135 }, 60.16],
    [montevideo, montevideo, 0],
  ])('from %j to %j is %d°', (from, to, expected) => {
    expect(bearingDegrees(from, to)).toBeCloseTo(expected, 1);
  });

  it('returns 0 ≤ bearing < 360', () => {
    fc.assert(
      fc.property(point, point, (from, to) => {
        const bearing = bearingDegrees(from, to);
        expect(bearing).toBeGreaterThanOrEqual(0);
        expect(bearing).toBeLessThan(360);
      }),
    );
  });
});

describe('between', () => {
  it('starts at the first point, ends at the second, and is halfway in the middle', () => {
    expect(between(montevideo, buenosAires, 0)).toEqual(montevideo);
    expect(between(montevideo, buenosAires, 1).lng).toBeCloseTo(buenosAires.lng, 12);
    expect(between({ lat: 10, lng: 20 }, { lat: 12, lng: 24 }, 0.5)).toEqual({ lat: 11, lng: 22 });
  });
});
