// Property test: anywhere on the earth, the grid of the live fleet finds the same drivers as a search of all drivers.
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createLiveFleet, type LivePosition } from './live-fleet.ts';

const anywhere = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});
const near = (center: LatLng, spread: number) =>
  fc.record({
    lat: fc.double({
      min: Math.max(-90, center.lat - spread),
      max: Math.min(90, center.lat + spread),
      noNaN: true,
    }),
    lng: fc
      .double({ min: center.lng - spread, max: center.lng + spread, noNaN: true })
      .map((lng) => (lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng)),
  });
const regions = fc.constantFrom(
  { lat: -34.9, lng: -56.17 },
  { lat: 0, lng: 0 },
  { lat: 52, lng: 179.99 },
  { lat: -17, lng: -180 },
  { lat: 89.95, lng: 20 },
  { lat: -89.99, lng: -130 },
);
const scene = fc.oneof(
  fc.record({ point: anywhere, drivers: fc.array(anywhere, { maxLength: 60 }) }),
  regions.chain((center) =>
    fc.record({
      point: near(center, 0.15),
      drivers: fc.array(near(center, 0.15), { maxLength: 400, minLength: 300 }),
    }),
  ),
);
/** Small radii use the grid, large ones search all drivers. */
const radii = fc.oneof(
  fc.double({ min: 0, max: 3, noNaN: true }),
  fc.double({ min: 3, max: 8, noNaN: true }),
  fc.double({ min: 8, max: 40, noNaN: true }),
);
const at = (driver: string, point: LatLng): LivePosition => ({ driver, ...point, heading: null, at: 1 });

test('nearestFirst yields the drivers that near returns, in the same order of distance', () => {
  fc.assert(
    fc.property(scene, radii, ({ point, drivers }, radius) => {
      const fleet = createLiveFleet({ now: () => 5 });
      for (const [index, driver] of drivers.entries()) fleet.put(at(`d${index}`, driver));
      const found = [...fleet.nearestFirst(point, radius)];
      const expected = fleet.near(point, radius);
      expect(found.map(({ distance_km }) => distance_km)).toEqual(
        expected.map(({ distance_km }) => distance_km),
      );
      expect(new Set(found.map(({ position }) => position.driver))).toEqual(
        new Set(expected.map(({ position }) => position.driver)),
      );
    }),
  );
});

test('near returns the same drivers as a scan of every driver, nearest first', () => {
  fc.assert(
    fc.property(scene, radii, ({ point, drivers }, radius) => {
      const fleet = createLiveFleet({ now: () => 5 });
      drivers.forEach((driver, index) => {
        // Each driver moves from another place, so that leaving a cell is tested too.
        fleet.put(at(`d${index}`, drivers[index - 1] ?? point));
        fleet.put(at(`d${index}`, driver));
      });
      const expected = drivers
        .map((driver, index) => ({ uid: `d${index}`, distance: distanceKm(point, driver) }))
        .filter(({ distance }) => distance <= radius);
      const found = fleet.near(point, radius);
      expect(new Set(found.map(({ position }) => position.driver))).toEqual(
        new Set(expected.map(({ uid }) => uid)),
      );
      expect(found.length).toBe(expected.length);
      const distances = found.map(({ distance_km }) => distance_km);
      expect(distances).toEqual([...distances].sort((one, other) => one - other));
    }),
    { numRuns: 500 },
  );
});

test('returns the last position of a driver until it is removed', () => {
  const fleet = createLiveFleet({ now: () => 7 });
  fleet.put(at('one', { lat: -34.9, lng: -56.1 }));
  fleet.put(at('one', { lat: -34.8, lng: -56.2 }));
  expect(fleet.get('one')).toMatchObject({ lat: -34.8, lng: -56.2, seenAt: 7 });
  expect(fleet.near({ lat: -34.9, lng: -56.1 }, 1)).toEqual([]);
  expect(fleet.size).toBe(1);
  fleet.remove('one');
  expect([fleet.get('one'), fleet.size, fleet.near({ lat: -34.8, lng: -56.2 }, 1)]).toEqual([null, 0, []]);
});

test('listeners receive every move until they unsubscribe', () => {
  const fleet = createLiveFleet({ now: () => 0 });
  const listener = vi.fn();
  const leave = fleet.onMove(listener);
  fleet.put(at('one', { lat: 0, lng: 0 }));
  leave();
  fleet.put(at('one', { lat: 1, lng: 0 }));
  expect(listener).toHaveBeenCalledTimes(1);
  expect(listener).toHaveBeenCalledWith(expect.objectContaining({ driver: 'one', lat: 0, seenAt: 0 }));
});

test('a saved position is restored without notifying listeners, and never replaces a newer one', () => {
  const fleet = createLiveFleet({ now: () => 50 });
  const listener = vi.fn();
  fleet.onMove(listener);
  fleet.restore({ ...at('one', { lat: 1, lng: 1 }), seenAt: 40 });
  expect(fleet.get('one')).toMatchObject({ lat: 1, seenAt: 40 });
  expect(listener).not.toHaveBeenCalled();
  fleet.put(at('one', { lat: 2, lng: 2 }));
  fleet.restore({ ...at('one', { lat: 1, lng: 1 }), seenAt: 49 });
  fleet.restore({ ...at('one', { lat: 3, lng: 3 }), seenAt: 50 });
  expect(fleet.get('one')).toMatchObject({ lat: 2, seenAt: 50 });
  fleet.restore({ ...at('one', { lat: 4, lng: 4 }), seenAt: 51 });
  expect(fleet.get('one')).toMatchObject({ lat: 4, seenAt: 51 });
});
