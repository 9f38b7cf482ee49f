// Tests the cache of a driver's fleet admin: one read a minute, invalidated by a change.
import { fakeClock } from '@kerb/testing';
import { expect, it } from 'vitest';
import { createFleetadminCache } from './fleetadmin-cache.ts';

/** Reads stay open until they are answered. */
function setUp() {
  const clock = fakeClock();
  const reads: { driver: string; answer: (fleetadmin: string | null) => void }[] = [];
  const cache = createFleetadminCache(
    (driver) =>
      new Promise((resolve) => {
        reads.push({ driver, answer: (fleetadmin) => resolve({ fleetadmin }) });
      }),
    clock,
  );
  return { clock, reads, cache };
}

it('reads a driver once in a minute', async () => {
  const { clock, reads, cache } = setUp();
  const first = cache.of('driver');
  reads[0]?.answer('fleet-1');
  expect(await first).toBe('fleet-1');
  clock.advance(59_999);
  expect(await cache.of('driver')).toBe('fleet-1');
  expect(reads).toHaveLength(1);
  clock.advance(1);
  const again = cache.of('driver');
  reads[1]?.answer('fleet-2');
  expect(await again).toBe('fleet-2');
});

it('reads again after a change, and does not cache an answer that a change overtook', async () => {
  const { reads, cache } = setUp();
  const overtaken = cache.of('driver');
  cache.invalidate('driver');
  reads[0]?.answer('old fleet');
  expect(await overtaken).toBe('old fleet');
  const fresh = cache.of('driver');
  expect(reads).toHaveLength(2);
  reads[1]?.answer('new fleet');
  expect(await fresh).toBe('new fleet');
  cache.invalidate('driver');
  void cache.of('driver');
  expect(reads).toHaveLength(3);
});

it('caches each driver separately, and null for a driver without a record', async () => {
  const { reads, cache } = setUp();
  const one = cache.of('one');
  const other = cache.of('other');
  reads[0]?.answer('fleet');
  reads[1]?.answer(null);
  expect([await one, await other]).toEqual(['fleet', null]);
  const missing = createFleetadminCache(async () => undefined, fakeClock());
  expect(await missing.of('unknown')).toBeNull();
});
