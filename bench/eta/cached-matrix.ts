// Second alternative: the router's matrix behind a cache by cells of the driver and of the pickup. Drivers move between
// the offer rounds of a booking, as they do while dispatch searches.
import { decodePolyline, type LatLng, measureLine, pointAlong } from '@kerb/domain/geo';
import type { RoadRouter } from '../../apps/server/src/ports/roads.ts';
import type { Figure } from '../lib/benchmark.ts';
import { median, percentile } from '../lib/statistics.ts';
import type { Pickup } from './city.ts';

const ROUNDS = 4;
/** Time between two offer rounds: the default of the setting offerSeconds. */
const SECONDS_BETWEEN_ROUNDS = 30;
const DRIVER_KM_PER_SECOND = 0.008;
/** Three decimals of a degree: cells of 111 by 91 m. */
const DECIMALS = 3;

const cellOf = ({ lat, lng }: LatLng): string => `${lat.toFixed(DECIMALS)} ${lng.toFixed(DECIMALS)}`;

/** Position of each driver in each round, on a route to the next driver's place. */
async function driveAll(router: RoadRouter, drivers: readonly LatLng[]): Promise<LatLng[][]> {
  const paths = await Promise.all(
    drivers.map(async (driver, i) => {
      const next = drivers[(i + 1) % drivers.length] ?? driver;
      const route = await router.directions([driver, next]).catch(() => null);
      return measureLine(route ? decodePolyline(route.polylinePoints) : [driver, next]);
    }),
  );
  return Array.from({ length: ROUNDS }, (_, round) =>
    paths.map((path) => pointAlong(path, round * SECONDS_BETWEEN_ROUNDS * DRIVER_KM_PER_SECOND).point),
  );
}

export async function measureCachedMatrix(router: RoadRouter, pickups: readonly Pickup[]): Promise<Figure> {
  const cache = new Map<string, number | null>();
  const ms: number[] = [];
  let hits = 0;
  let lookups = 0;
  for (const { at, drivers } of pickups) {
    for (const positions of await driveAll(router, drivers)) {
      const begun = performance.now();
      const key = (driver: LatLng): string => `${cellOf(driver)} ${cellOf(at)}`;
      const missing = positions.filter((driver) => !cache.has(key(driver)));
      hits += positions.length - missing.length;
      lookups += positions.length;
      const rows = await router.distanceMatrix(missing, [at], { lane: 'dispatch' }).catch(() => []);
      missing.forEach((driver, i) => {
        cache.set(key(driver), rows[i]?.[0]?.time_in_secs ?? null);
      });
      ms.push(performance.now() - begun);
    }
  }
  return {
    pickups: pickups.length,
    rounds: ROUNDS,
    hit_rate: Number((hits / lookups).toPrecision(3)),
    p50_ms: Number(median(ms).toPrecision(3)),
    p95_ms: Number(percentile(ms, 95).toPrecision(3)),
  };
}
