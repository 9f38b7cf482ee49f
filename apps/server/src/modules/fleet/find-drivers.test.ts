// Tests the search for drivers around a point while their cars move.
import { expect, it } from 'vitest';
import type { DriverRecord } from './drivers.repository.ts';
import { createGatesAt, createSearchNear } from './find-drivers.ts';
import { createLiveFleet } from './live-fleet.ts';

const CITY = { lat: -34.9, lng: -56.17 };
/** About 3 km in both directions: more cars than cells, so that the search proceeds in rings. */
const CARS = 3_000;
const driverRecord = (uid: string): DriverRecord => ({ uid, driverActiveStatus: true }) as DriverRecord;

it('yields each driver once, although a car drives away during the search', async () => {
  const fleet = createLiveFleet({ now: () => 0 });
  for (let car = 0; car < CARS; car += 1) {
    const lat = CITY.lat + ((car % 60) - 30) * 0.0009;
    const lng = CITY.lng + (Math.floor(car / 60) - 25) * 0.0009;
    fleet.put({ driver: `d${car}`, lat, lng, heading: null, at: 0 });
  }
  const searchNear = createSearchNear({
    clock: { now: () => 0 },
    positions: {
      nearestFirst: async (point, radiusKm) => fleet.nearestFirst(point, radiusKm),
      ofMany: async () => new Map(),
    },
    settings: async () => ({ driverRadius: 2.5, convert_to_mile: false, driver_approval: false }),
    driversOf: async (uids) => uids.map(driverRecord),
    approvedAmong: async (uids) => new Set(uids),
  });
  const found: string[] = [];
  for await (const group of searchNear(CITY, null)) {
    if (found.length === 0)
      for (const { driver } of group)
        fleet.put({ driver, lat: CITY.lat + 0.018, lng: CITY.lng, heading: null, at: 1 });
    found.push(...group.map(({ driver }) => driver));
  }
  expect(found.length).toBeGreaterThan(500);
  expect(new Set(found).size).toBe(found.length);
});

it('reads only the cars of drivers whose trip ends within the radius', async () => {
  const asked: string[] = [];
  const gatesAt = createGatesAt({
    clock: { now: () => 0 },
    positions: {
      nearestFirst: async () => [],
      async ofMany(drivers) {
        asked.push(...drivers);
        return new Map(
          drivers.map((driver) => [
            driver,
            { driver, ...CITY, heading: null, at: 0, seenAt: 0, speed: null },
          ]),
        );
      },
    },
    settings: async () => ({ driverRadius: 5, convert_to_mile: false, driver_approval: false }),
    driversOf: async (uids) => uids.map(driverRecord),
    approvedAmong: async (uids) => new Set(uids),
  });
  const far = Array.from({ length: 600 }, (_, index) => ({
    driver: `far${index}`,
    lat: CITY.lat + 0.1,
    lng: CITY.lng,
  }));
  const near = { driver: 'near', lat: CITY.lat + 0.01, lng: CITY.lng };
  const found = await gatesAt([...far, near], CITY, null);
  expect(found.map(({ driver }) => driver)).toEqual(['near']);
  expect(asked).toEqual(['near']);
});
