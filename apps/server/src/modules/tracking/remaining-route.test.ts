// Tests following a route: the car's place on it, the remaining part, the visited stops.
import { decodePolyline, distanceKm, type LatLng, lengthKm } from '@kerb/domain/geo';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { followRoute, placeOnRoute, restOfRoute } from './remaining-route.ts';

const everywhere = { fromKm: 0, toKm: Number.POSITIVE_INFINITY };
/** East along a parallel, then north: about 1.8 km. */
const corner: LatLng[] = [
  { lat: -34.9, lng: -56.2 },
  { lat: -34.9, lng: -56.19 },
  { lat: -34.892, lng: -56.19 },
];
const route = followRoute(corner, { distance_in_km: 1.8, time_in_secs: 360 });

describe('the position on the route', () => {
  test('is the closest point on the route for a car beside the road', () => {
    const place = placeOnRoute(route, { lat: -34.9005, lng: -56.195 }, everywhere);
    expect(place?.alongKm).toBeCloseTo(
      distanceKm({ lat: -34.9, lng: -56.2 }, { lat: -34.9, lng: -56.195 }),
      3,
    );
    expect(place?.offKm).toBeCloseTo(0.0556, 3);
  });

  test('is limited to a range on a route that passes the same place twice', () => {
    const thereAndBack = followRoute([...corner, ...corner.toReversed().slice(1)], {
      distance_in_km: 3.6,
      time_in_secs: 720,
    });
    const place = placeOnRoute(thereAndBack, { lat: -34.9, lng: -56.199 }, { fromKm: 0, toKm: 1 });
    expect(place?.alongKm).toBeLessThan(0.2);
    const late = placeOnRoute(thereAndBack, { lat: -34.9, lng: -56.199 }, { fromKm: 2.5, toKm: 5 });
    expect(late?.alongKm).toBeGreaterThan(3);
  });

  test('is null when the route has no point within the limits', () => {
    expect(placeOnRoute(route, { lat: -34.9, lng: -56.2 }, { fromKm: 9, toKm: 10 })).toBeNull();
  });
});

describe('the remaining route', () => {
  test('is the whole route at the start and empty at the end', () => {
    const whole = restOfRoute(route, 0);
    expect(decodePolyline(whole.polyline)).toHaveLength(3);
    expect(whole.distance_in_km).toBeCloseTo(lengthKm(corner), 6);
    expect(whole.time_in_secs).toBe(360);
    const end = restOfRoute(route, route.totalKm);
    expect(end.distance_in_km).toBe(0);
    expect(end.time_in_secs).toBe(0);
    expect(decodePolyline(end.polyline)).toHaveLength(1);
  });

  test('never becomes longer as the car moves on, and its line has the stated length', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (a, b) => {
          const early = Math.min(a, b) * route.totalKm;
          const late = Math.max(a, b) * route.totalKm;
          const before = restOfRoute(route, early);
          const after = restOfRoute(route, late);
          expect(after.distance_in_km).toBeLessThanOrEqual(before.distance_in_km);
          expect(after.time_in_secs).toBeLessThanOrEqual(before.time_in_secs);
          expect(lengthKm(decodePolyline(before.polyline))).toBeCloseTo(before.distance_in_km, 2);
        },
      ),
    );
  });
});
