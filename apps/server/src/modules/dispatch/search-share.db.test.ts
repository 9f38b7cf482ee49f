// Tests the distribution of leases over the servers, for several cities with a database each.
import { fakeClock } from '@kerb/testing';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { createSearchLease, type SearchLease } from './search-lease.ts';
import { createSearchShare } from './search-share.ts';
import { createDispatchFakes } from './testing/fake-bookings.ts';

const CITIES = 6;
const cities = await Promise.all(Array.from({ length: CITIES }, () => createTestDatabase()));
const clock = fakeClock();
const deps = cities.map((city) => createDispatchFakes(city, clock).deps);
const started: SearchLease[] = [];
afterEach(async () => {
  for (const lease of started.splice(0)) await lease.stop();
});
afterAll(async () => {
  for (const city of cities) await city.close();
});

/** Creates a server that runs all cities. */
function aServer(leaseMs?: number) {
  const share = createSearchShare();
  const leases = deps.map((each) =>
    createSearchLease({ ...each, share, ...(leaseMs === undefined ? {} : { leaseMs }) }),
  );
  started.push(...leases);
  return {
    held: share.held,
    /** Tries to take the leases of the first `count` cities at the same time, as dispatch runs do. */
    run: (count = CITIES) => Promise.all(leases.slice(0, count).map((lease) => lease.take())),
    take: (city: number) => leases[city]?.take() ?? Promise.reject(new RangeError(`No city ${city}`)),
    stop: () => Promise.all(leases.map((lease) => lease.stop())),
  };
}

test('servers that start together share the cities', async () => {
  const servers = [aServer(), aServer(), aServer()];
  await Promise.all(servers.map(({ run }) => run()));
  const counts = servers.map(({ held }) => held());
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(CITIES);
  expect(Math.max(...counts)).toBeLessThan(4);
  expect(Math.min(...counts)).toBeGreaterThan(0);
});

test('a server without a lease takes a free one before a server that has some', async () => {
  const busy = aServer();
  const idle = aServer();
  await busy.run(2);
  const [second, first] = await Promise.all([busy.take(2), idle.take(2)]);
  expect(first).not.toBeNull();
  expect(second).toBeNull();
  expect([busy.held(), idle.held()]).toEqual([2, 1]);
});

test('the last server takes all cities, and a stopped server releases its leases', async () => {
  const first = aServer();
  const last = aServer();
  await first.run(3);
  await last.run();
  expect([first.held(), last.held()]).toEqual([3, 3]);
  await first.stop();
  expect((await last.run()).every((lease) => lease !== null)).toBe(true);
  expect([first.held(), last.held()]).toEqual([0, CITIES]);
});

test('a lease that a server could not renew in time is not counted', async () => {
  const cutOff = aServer(0);
  await cutOff.run(2);
  expect(cutOff.held()).toBe(0);
});
