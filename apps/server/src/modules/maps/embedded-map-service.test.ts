// Tests which source computes arrival times: the road graph of the city, or the router.
import type { LatLng } from '@kerb/domain/geo';
import { expect, it } from 'vitest';
import { createGreatCircleRouter } from '../../adapters/maps/great-circle/great-circle-router.ts';
import type { RoadRouter } from '../../ports/roads.ts';
import { createEmbeddedMapService } from './embedded-map-service.ts';
import { Geocoder } from './geocoder.ts';

const start: LatLng = { lat: -34.9, lng: -56.2 };
const dest: LatLng = { lat: -34.91, lng: -56.19 };
const byGraph = { distance_in_km: 1, time_in_secs: 100 };

function serviceWith(kind: RoadRouter['kind'], hasGraph: boolean) {
  const router = createGreatCircleRouter();
  router.use({ graphFolder: '', west: -57, south: -35, east: -56, north: -34 });
  const geocoder = Object.create(Geocoder.prototype);
  const arrivalTimes = (starts: readonly LatLng[]) => (hasGraph ? starts.map(() => byGraph) : null);
  return createEmbeddedMapService(geocoder, { ...router, kind }, { arrivalTimes }, async () => undefined);
}

it('computes arrival times with the road graph if it exists', async () => {
  expect(await serviceWith('roads', true).arrivalTimes([start, dest], dest)).toEqual([byGraph, byGraph]);
});

it.each([
  ['without a road graph', 'roads', false],
  ['where answers are estimates without roads, and said to be such', 'great-circle', true],
] as const)('is the router %s', async (_where, kind, hasGraph) => {
  const [time] = await serviceWith(kind, hasGraph).arrivalTimes([start], dest);
  expect(time).not.toEqual(byGraph);
  expect(time?.distance_in_km).toBeGreaterThan(1.4);
});
