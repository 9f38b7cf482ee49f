// Tests the cache of a driver's trip: one read for many positions; reads that failed or overlapped a change are not
// cached.
import { montevideo } from '@kerb/testing';
import { expect, it } from 'vitest';
import { createActiveTrips } from './active-trips.ts';
import type { Trip } from './trip.ts';

const trip: Trip = {
  booking: 'booking',
  driver: 'driver',
  status: 'STARTED',
  pickup: montevideo.plazaIndependencia,
  drop: montevideo.tresCruces,
  isWaiting: false,
  stops: [],
};

it('reads a trip once, until it changes', async () => {
  let reads = 0;
  const trips = createActiveTrips(async () => {
    reads += 1;
    return trip;
  });
  expect(await Promise.all([trips.of('driver'), trips.of('driver')])).toEqual([trip, trip]);
  expect(reads).toBe(1);
  trips.invalidate('driver');
  await trips.of('driver');
  expect(reads).toBe(2);
});

it('caches that a driver has no trip', async () => {
  let reads = 0;
  const trips = createActiveTrips(async () => {
    reads += 1;
    return null;
  });
  await trips.of('driver');
  expect(await trips.of('driver')).toBeNull();
  expect(reads).toBe(1);
});

it('reads again after a read that failed', async () => {
  let isDown = true;
  const trips = createActiveTrips(async () => {
    if (isDown) throw new Error('database away');
    return trip;
  });
  await expect(trips.of('driver')).rejects.toThrow('database away');
  isDown = false;
  expect(await trips.of('driver')).toBe(trip);
});

it('caches a newer read when an older one fails', async () => {
  const failures: ((error: Error) => void)[] = [];
  let reads = 0;
  const trips = createActiveTrips(() => {
    reads += 1;
    return reads === 1
      ? new Promise((_, reject) => {
          failures.push(reject);
        })
      : Promise.resolve(trip);
  });
  const failing = trips.of('driver');
  trips.invalidate('driver');
  await trips.of('driver');
  failures[0]?.(new Error('database away'));
  await expect(failing).rejects.toThrow('database away');
  expect(await trips.of('driver')).toBe(trip);
  expect(reads).toBe(2);
});
