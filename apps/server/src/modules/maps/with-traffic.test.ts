// Tests of traffic on routes, matrices and arrival times: one factor for each route, and unchanged times without
// traffic.
import { expect, it, vi } from 'vitest';
import type { MapService, RouteDetails, Travel } from '../../ports/maps.ts';
import { noTraffic, withTraffic } from './with-traffic.ts';

const here = { lat: -34.9, lng: -56.19 };
const there = { lat: -34.91, lng: -56.16 };
const short: Travel = { distance_in_km: 2, time_in_secs: 301.7 };
const long: Travel = { distance_in_km: 10, time_in_secs: 1000 };
const route: RouteDetails = {
  ...long,
  polylinePoints: 'abc',
  legs: [
    { distance_in_km: 2, time_in_secs: 300 },
    { distance_in_km: 8, time_in_secs: 700 },
  ],
  maneuvers: [{ distance_in_km: 10, time_in_secs: 1000, instruction: 'Go', type: 'depart', begin: 0 }],
};

const service: MapService = {
  kind: 'embedded',
  autocomplete: async () => [],
  coordsOf: () => Promise.reject(new Error('not used here')),
  reverse: async () => 'Rambla 1',
  matchTrace: async () => null,
  directions: async () => route,
  distanceMatrix: async () => [[short, null], [long]],
  arrivalTimes: async () => [short, null, long],
};

/** Up to 3 km the times are multiplied by 1.5, above it by 2. */
const traffic = { at: vi.fn(async () => (km: number) => (km <= 3 ? 1.5 : 2)) };

it('multiplies a route, its legs and its maneuvers by the factor of its length', async () => {
  const timed = await withTraffic(service, traffic).directions(here, there);
  expect(timed).toMatchObject({ distance_in_km: 10, time_in_secs: 2000, free_flow_secs: 1000 });
  expect(timed.legs).toEqual([
    { distance_in_km: 2, time_in_secs: 600, free_flow_secs: 300 },
    { distance_in_km: 8, time_in_secs: 1400, free_flow_secs: 700 },
  ]);
  expect(timed.maneuvers).toEqual([{ ...route.maneuvers[0], time_in_secs: 2000 }]);
});

it('multiplies each entry of a matrix and each arrival time by the factor of its length', async () => {
  const timed = withTraffic(service, traffic);
  const slowShort = { distance_in_km: 2, time_in_secs: 301.7 * 1.5, free_flow_secs: 301.7 };
  const slowLong = { distance_in_km: 10, time_in_secs: 2000, free_flow_secs: 1000 };
  expect(await timed.distanceMatrix([here], [there])).toEqual([[slowShort, null], [slowLong]]);
  expect(await timed.arrivalTimes([here], there)).toEqual([slowShort, null, slowLong]);
});

it('uses the traffic at the time of departure', async () => {
  await withTraffic(service, traffic).directions(here, there, [], { lane: 'estimates', departAt: 1234 });
  expect(traffic.at).toHaveBeenLastCalledWith(1234);
});

it('leaves all times exactly unchanged without traffic', async () => {
  const timed = withTraffic(service, noTraffic);
  expect((await timed.arrivalTimes([here], there))[0]?.time_in_secs).toBe(301.7);
  expect(await timed.directions(here, there)).toMatchObject({
    ...long,
    legs: route.legs,
    maneuvers: route.maneuvers,
  });
  expect(await timed.reverse(here)).toBe('Rambla 1');
});
