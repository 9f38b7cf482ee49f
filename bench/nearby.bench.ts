// The ten nearest of 50,000 cars while 25,000 positions a second arrive, beside Redis GEOSEARCH on the same cars.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import { seededRandom } from '@kerb/testing';
import { freePort } from '../apps/server/src/kit/postgres/free-port.ts';
import {
  createLiveFleet,
  type LiveFleet,
  type NearPosition,
} from '../apps/server/src/modules/fleet/index.ts';
import { type Benchmark, runPairs } from './lib/benchmark.ts';
import { temporaryFolder } from './lib/server.ts';

const PAIRS = 5;
const CARS = 50_000;
const POSITIONS_A_SECOND = 25_000;
const NEAREST = 10;
const QUERIES_A_ROUND = 1000;
const COMPARED_ANSWERS = 10_000;
const RADII_KM = [0.3, 1, 10] as const;
/** A city of about 30 × 30 km. */
const CITY = { lat: -34.9, lng: -56.17, halfDegrees: 0.14 };
const KEY = 'cars';

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

/** Throws unless the answer has the distances of the nearest cars, found by looking at every car. */
function expectNearest(
  cars: readonly LatLng[],
  point: LatLng,
  radiusKm: number,
  found: readonly NearPosition[],
): void {
  const within: number[] = [];
  for (const car of cars) {
    // A degree of latitude is 111 km: most cars are too far to the north or south.
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
  for (let answer = 0; answer < COMPARED_ANSWERS; answer += 1) {
    const point = randomPlace();
    const radiusKm = answer % 100 === 0 ? 10 : answer % 2 === 0 ? 1 : 0.3;
    expectNearest(cars, point, radiusKm, nearest(fleet, point, radiusKm));
  }
}

/** Milliseconds of each query, while positions arrive between the queries at the rate of a large city. */
function measureQueries(fleet: LiveFleet, radiusKm: number): number[] {
  const times: number[] = [];
  const begun = performance.now();
  let arrived = 0;
  while (times.length < QUERIES_A_ROUND) {
    const due = ((performance.now() - begun) / 1000) * POSITIONS_A_SECOND;
    for (; arrived < due; arrived += 1) put(fleet, arrived % CARS, randomPlace());
    const point = randomPlace();
    const asked = performance.now();
    nearest(fleet, point, radiusKm);
    times.push(performance.now() - asked);
  }
  return times;
}

const run = promisify(execFile);

function findProgram(name: string): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw new Error(
    `${name} was not found in PATH. On Debian it is in the packages redis-server and redis-tools`,
  );
}

interface Redis {
  /** Milliseconds of one GEOSEARCH after the other over one connection, on average. */
  measure(radiusKm: number): Promise<number>;
  stop(): Promise<void>;
}

async function startRedis(folder: string, cars: readonly LatLng[]): Promise<Redis> {
  const port = String(await freePort());
  const args = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const server = spawn(findProgram('redis-server'), args, { stdio: 'ignore' });
  const cli = findProgram('redis-cli');
  const answers = async () =>
    (await run(cli, ['-p', port, 'ping']).catch(() => null))?.stdout.trim() === 'PONG';
  while (!(await answers())) await pause(50);
  const feed = spawn(cli, ['-p', port, '--pipe'], { stdio: ['pipe', 'ignore', 'inherit'] });
  const fed = once(feed, 'exit');
  feed.stdin.end(
    cars.map(({ lat, lng }, index) => `GEOADD ${KEY} ${lng} ${lat} ${driverOf(index)}\r\n`).join(''),
  );
  await fed;
  const { stdout } = await run(cli, ['-p', port, 'zcard', KEY]);
  if (Number(stdout) !== cars.length) throw new Error(`Redis has ${stdout.trim()} of ${cars.length} cars`);
  return {
    async measure(radiusKm) {
      const search = ['GEOSEARCH', KEY, 'FROMLONLAT', String(CITY.lng), String(CITY.lat), 'BYRADIUS'];
      const asked = [...search, String(radiusKm), 'km', 'ASC', 'COUNT', String(NEAREST)];
      const load = ['-p', port, '-c', '1', '-n', String(QUERIES_A_ROUND), '--csv', ...asked];
      const { stdout: table } = await run(findProgram('redis-benchmark'), load);
      const perSecond = /","([\d.]+)"/.exec(table.split('\n').at(1) ?? '')?.[1];
      if (perSecond === undefined) throw new Error(`redis-benchmark printed no rate:\n${table}`);
      return 1000 / Number(perSecond);
    },
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    },
  };
}

async function measure(say: (line: string) => void) {
  const fleet = createLiveFleet({ now: () => 0 });
  const cars = Array.from({ length: CARS }, randomPlace);
  for (const [index, place] of cars.entries()) put(fleet, index, place);
  compareWithAll(fleet, cars);
  say(`${COMPARED_ANSWERS} answers equal those of a look at every car`);
  const folder = temporaryFolder('nearby');
  const redis = await startRedis(folder.path, cars);
  try {
    const ratios: Record<string, number> = {};
    for (const radiusKm of RADII_KM) {
      // The first round of both is a warm-up.
      measureQueries(fleet, radiusKm);
      const report = await runPairs({
        name: 'nearby',
        unit: 'ms',
        pairs: PAIRS,
        say: (line) => say(`${radiusKm} km: ${line}`),
        ours: async () => measureQueries(fleet, radiusKm),
        limit: async () => [await redis.measure(radiusKm)],
      });
      if (radiusKm === RADII_KM.at(-1)) return { ...report, more: ratios };
      ratios[`ratio_${radiusKm}_km`] = report.ratio;
      ratios[`ours_p95_${radiusKm}_km`] = report.p95;
    }
    throw new Error('No radius was measured');
  } finally {
    await redis.stop();
    folder.remove();
  }
}

export const benchmark: Benchmark = {
  name: 'nearby',
  unit: 'ms',
  about: `the ${NEAREST} nearest of ${CARS} cars within 10 km while ${POSITIONS_A_SECOND} positions a second arrive; the limit is Redis GEOSEARCH over its socket`,
  run: measure,
};
