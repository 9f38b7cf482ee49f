// Benchmark of the ten nearest of 50,000 cars while 25,000 positions per second arrive, compared with Redis GEOSEARCH
// on the same cars.
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import { seededRandom } from '@kerb/testing';
import {
  createLiveFleet,
  type LiveFleet,
  type NearPosition,
} from '../apps/server/src/modules/fleet/index.ts';
import { type Benchmark, countOption, type OptionValues, runPairs } from './lib/benchmark.ts';
import { temporaryFolder } from './lib/server.ts';
import { findRedis, type Redis, startRedis } from './nearby/redis.ts';

const PAIRS = 5;
const CARS = 50_000;
const POSITIONS_A_SECOND = 25_000;
const NEAREST = 10;
const QUERIES_A_ROUND = 1000;
const COMPARED_ANSWERS = 10_000;
const RADIUS_KM = 10;
const SHORT_RADII_KM = [0.3, 1] as const;
/** A city of about 30 × 30 km. */
const CITY = { lat: -34.9, lng: -56.17, halfDegrees: 0.14 };

const random = seededRandom(50_000);
const randomPlace = (): LatLng => ({
  lat: CITY.lat + (random() * 2 - 1) * CITY.halfDegrees,
  lng: CITY.lng + (random() * 2 - 1) * CITY.halfDegrees,
});

const driverOf = (index: number): string => `driver-${index}`;

function put(fleet: LiveFleet, index: number, place: LatLng): void {
  fleet.put({ driver: driverOf(index), ...place, heading: null, at: 0 });
}

function nearest(fleet: LiveFleet, point: LatLng, radiusKm: number): NearPosition[] {
  const found: NearPosition[] = [];
  for (const near of fleet.nearestFirst(point, radiusKm)) {
    found.push(near);
    if (found.length === NEAREST) break;
  }
  return found;
}

/** Throws unless the result has the distances of the nearest cars, found by checking every car. */
function expectNearest(
  cars: readonly LatLng[],
  point: LatLng,
  radiusKm: number,
  found: readonly NearPosition[],
): void {
  const within: number[] = [];
  for (const car of cars) {
    // A degree of latitude is 111 km; most cars are too far to the north or south.
    if (Math.abs(car.lat - point.lat) * 110 > radiusKm) continue;
    const distance = distanceKm(point, car);
    if (distance <= radiusKm) within.push(distance);
  }
  const expected = within.sort((one, other) => one - other).slice(0, NEAREST);
  const same =
    found.length === expected.length && found.every(({ distance_km }, nth) => distance_km === expected[nth]);
  if (!same)
    throw new Error(`A check is missing: the nearest cars around ${point.lat}, ${point.lng} are others`);
}

function compareWithAll(fleet: LiveFleet, cars: readonly LatLng[]): void {
  const [short, middle] = SHORT_RADII_KM;
  for (let answer = 0; answer < COMPARED_ANSWERS; answer += 1) {
    const point = randomPlace();
    const radiusKm = answer % 100 === 0 ? RADIUS_KM : answer % 2 === 0 ? middle : short;
    expectNearest(cars, point, radiusKm, nearest(fleet, point, radiusKm));
  }
}

interface Cars {
  readonly fleet: LiveFleet;
  readonly count: number;
}

/** Duration of each query in ms, while positions arrive between the queries at the rate of a large city. */
function measureQueries({ fleet, count }: Cars, radiusKm: number): number[] {
  const times: number[] = [];
  const begun = performance.now();
  let arrived = 0;
  while (times.length < QUERIES_A_ROUND) {
    const due = ((performance.now() - begun) / 1000) * POSITIONS_A_SECOND;
    for (; arrived < due; arrived += 1) put(fleet, arrived % count, randomPlace());
    const point = randomPlace();
    const asked = performance.now();
    nearest(fleet, point, radiusKm);
    times.push(performance.now() - asked);
  }
  return times;
}

async function compare(cars: Cars, redis: Redis, radiusKm: number, log: (line: string) => void) {
  const asked = { centre: CITY, radiusKm, cars: NEAREST, queries: QUERIES_A_ROUND };
  // The first round of ours is a warm-up.
  measureQueries(cars, radiusKm);
  return runPairs({
    name: 'nearby',
    unit: 'ms',
    pairs: PAIRS,
    log: (line) => log(`${radiusKm} km: ${line}`),
    ours: async () => measureQueries(cars, radiusKm),
    limit: async () => [await redis.measure(asked)],
  });
}

async function measure(log: (line: string) => void, options: OptionValues) {
  const count = countOption(options, 'cars', CARS);
  const programs = findRedis();
  const fleet = createLiveFleet({ now: () => 0 });
  const cars = Array.from({ length: count }, randomPlace);
  for (const [index, place] of cars.entries()) put(fleet, index, place);
  compareWithAll(fleet, cars);
  log(`${COMPARED_ANSWERS} answers equal those of a look at every car`);
  const folder = temporaryFolder('nearby');
  try {
    const named = new Map(cars.map((place, index) => [driverOf(index), place]));
    const redis = await startRedis(programs, folder.path, named);
    try {
      const more: Record<string, number> = {};
      for (const radiusKm of SHORT_RADII_KM) {
        const { ratio, p95 } = await compare({ fleet, count }, redis, radiusKm, log);
        more[`ratio_${radiusKm}_km`] = ratio;
        more[`ours_p95_${radiusKm}_km`] = p95;
      }
      return { ...(await compare({ fleet, count }, redis, RADIUS_KM, log)), more };
    } finally {
      await redis.stop();
    }
  } finally {
    folder.remove();
  }
}

export const benchmark: Benchmark = {
  name: 'nearby',
  unit: 'ms',
  about: `the ${NEAREST} nearest of ${CARS} cars within ${RADIUS_KM} km while ${POSITIONS_A_SECOND} positions a second arrive; the limit is Redis GEOSEARCH over its socket`,
  options: { cars: `how many cars there are; ${CARS} unless given` },
  run: measure,
};
