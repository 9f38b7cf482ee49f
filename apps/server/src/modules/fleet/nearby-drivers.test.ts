// Tests the cars around a point as visitors see them: counted by type, timed by road, rounded, and cached only when
// known.
import { km } from '@kerb/domain/kernel';
import { expect, it } from 'vitest';
import type { FoundDriver } from './find-drivers.ts';
import { createNearbyDrivers } from './nearby-drivers.ts';

const point = { lat: -34.9, lng: -56.17 };
const car = (driver: string, carType: string, lat: number): FoundDriver => ({
  driver,
  carType,
  lat,
  lng: -56.172345,
  distance_km: km(1),
  heading: 90,
  at: 1,
  dutyUntil: null,
});

function setUp() {
  const state = { isDown: false, searches: 0, finishingAsked: [] as string[] };
  const nearby = createNearbyDrivers({
    async eligibleNear() {
      state.searches += 1;
      if (state.isDown) throw new Error('database away');
      return [car('a', 'taxi', -34.901), car('b', 'taxi', -34.902), car('c', 'taxi', -34.903)];
    },
    isFinishingNear: async (_, carType) => {
      state.finishingAsked.push(carType);
      return carType === 'van';
    },
    carTypeIds: async () => ['taxi', 'van'],
    // The second nearest in a straight line is the soonest by road.
    secondsTo: async (starts) => starts.map((_, index) => (index === 0 ? 300 : 120.4)),
  });
  return { state, nearby };
}

it('returns the number of cars and the shortest travel time for each car type', async () => {
  const { nearby } = setUp();
  const { carTypes, cars } = await nearby(point, undefined);
  expect(carTypes).toEqual([
    { carType: 'taxi', count: 3, nearest_in_secs: 120, finishing_nearby: false },
    { carType: 'van', count: 0, nearest_in_secs: null, finishing_nearby: true },
  ]);
  expect(cars).toHaveLength(3);
  expect(cars[0]).toEqual({ lat: -34.901, lng: -56.1723, heading: 90, carType: 'taxi' });
});

it('searches a driver who finishes a trip only for car types without a free one, and draws no such car', async () => {
  const { nearby, state } = setUp();
  const { cars } = await nearby(point, undefined);
  expect(state.finishingAsked).toEqual(['van']);
  expect(cars.map(({ carType }) => carType)).toEqual(['taxi', 'taxi', 'taxi']);
});

it('returns only the requested car type', async () => {
  const { nearby } = setUp();
  expect(await nearby(point, 'van')).toEqual({
    carTypes: [{ carType: 'van', count: 0, nearest_in_secs: null, finishing_nearby: true }],
    cars: [],
  });
});

it('caches the result for nearby points', async () => {
  const { nearby, state } = setUp();
  await nearby(point, undefined);
  await nearby({ lat: point.lat + 0.00001, lng: point.lng }, 'taxi');
  expect(state.searches).toBe(1);
  await nearby({ lat: point.lat + 0.01, lng: point.lng }, undefined);
  expect(state.searches).toBe(2);
});

it('does not cache a failed search', async () => {
  const { nearby, state } = setUp();
  state.isDown = true;
  await expect(nearby(point, undefined)).rejects.toThrow('database away');
  state.isDown = false;
  expect((await nearby(point, undefined)).cars).toHaveLength(3);
});
