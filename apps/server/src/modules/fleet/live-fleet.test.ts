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
  // A spread of 0.02 degrees has several drivers in most cells.
  fc.tuple(regions, fc.constantFrom(0.02, 0.15)).chain(([center, spread]) =>
    fc.record({
      point: near(center, spread),
      drivers: fc.array(near(center, spread), { maxLength: 400, minLength: 300 }),
    }),
  ),
);
/** Small radii use the grid, large ones search all drivers. Of doubles, most would be almost 0. */
const kmBetween = (min: number, max: number) =>
  fc.integer({ min: min * 1000, max: max * 1000 }).map((metres) => metres / 1000);
const radii = fc.oneof(kmBetween(0, 1), kmBetween(1, 3), kmBetween(3, 8), kmBetween(8, 40));
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
    { numRuns: 200 },
  );
});

test('finds every driver after any sequence of moves and removals', () => {
  const driver = fc.integer({ min: 0, max: 30 }).map((number) => `d${number}`);
  /** A few cells, so that most of them have several drivers. */
  const place = near({ lat: -34.9, lng: -56.17 }, 0.004);
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ driver, place }) },
    { weight: 1, arbitrary: fc.record({ driver, place: fc.constant(null) }) },
  );
  fc.assert(
    fc.property(fc.array(step, { minLength: 30, maxLength: 200 }), place, (steps, point) => {
      const fleet = createLiveFleet({ now: () => 5 });
      const expected = new Map<string, LatLng>();
      for (const { driver: uid, place: to } of steps) {
        if (to === null) {
          fleet.remove(uid);
          expected.delete(uid);
        } else {
          fleet.put(at(uid, to));
          expected.set(uid, to);
        }
      }
      const found = [...fleet.nearestFirst(point, 2)];
      expect(new Map(found.map(({ position: { driver: uid, lat, lng } }) => [uid, { lat, lng }]))).toEqual(
        expected,
      );
      expect(found.length).toBe(expected.size);
      for (const { position, distance_km } of found) expect(distance_km).toBe(distanceKm(point, position));
    }),
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
