// Redis with the same cars as the fleet: measures GEOSEARCH and GEOADD.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { LatLng } from '@kerb/domain/geo';
import { freePort } from '../../apps/server/src/kit/postgres/free-port.ts';
import { findProgram } from '../../tools/database/find-program.ts';
import { processorSeconds } from '../lib/processor-time.ts';

const KEY = 'cars';
const READY_WITHIN_MS = 10_000;
const POLL_INTERVAL_MS = 50;

const run = promisify(execFile);

export interface RedisPrograms {
  readonly server: string;
  readonly cli: string;
  readonly benchmark: string;
}

/** Throws when one of the programs is not installed. */
export const findRedis = (): RedisPrograms => ({
  server: findProgram({ name: 'redis-server', debianPackage: 'redis-server' }),
  cli: findProgram({ name: 'redis-cli', debianPackage: 'redis-tools' }),
  benchmark: findProgram({ name: 'redis-benchmark', debianPackage: 'redis-tools' }),
});

export interface GeoQueries {
  readonly centre: LatLng;
  readonly radiusKm: number;
  /** Most cars in a result. */
  readonly cars: number;
  readonly queries: number;
}

export interface Redis {
  /** Mean duration in ms of sequential GEOSEARCH commands over one connection. */
  measure(queries: GeoQueries): Promise<number>;
  /** Positions per second of processor time, by sequential GEOADD commands over each connection. */
  measureAdds(positions: number): Promise<number>;
  stop(): Promise<void>;
}

async function untilReady(cli: string, port: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  const answer = () =>
    run(cli, ['-p', port, 'ping']).then(
      ({ stdout }) => stdout.trim(),
      () => null,
    );
  while ((await answer()) !== 'PONG') {
    if (performance.now() > deadline) throw new Error('Redis was not ready in time');
    await pause(POLL_INTERVAL_MS);
  }
}

/** Adds the cars by name. Throws unless Redis then has all of them. */
async function addCars(cli: string, port: string, cars: ReadonlyMap<string, LatLng>): Promise<void> {
  const child = spawn(cli, ['-p', port, '--pipe'], { stdio: ['pipe', 'ignore', 'inherit'] });
  const sent = once(child, 'exit');
  child.stdin.end(
    [...cars].map(([name, { lat, lng }]) => `GEOADD ${KEY} ${lng} ${lat} ${name}\r\n`).join(''),
  );
  await sent;
  const { stdout } = await run(cli, ['-p', port, 'zcard', KEY]);
  if (Number(stdout) !== cars.size) throw new Error(`Redis has ${stdout.trim()} of ${cars.size} cars`);
}

async function measureSearch(benchmark: string, port: string, asked: GeoQueries): Promise<number> {
  const { centre, radiusKm, cars, queries } = asked;
  const place = ['FROMLONLAT', String(centre.lng), String(centre.lat)];
  const within = ['BYRADIUS', String(radiusKm), 'km', 'ASC', 'COUNT', String(cars)];
  const load = ['-p', port, '-c', '1', '-n', String(queries), '--csv'];
  const { stdout } = await run(benchmark, [...load, 'GEOSEARCH', KEY, ...place, ...within]);
  const perSecond = /","([\d.]+)"/.exec(stdout.split('\n').at(1) ?? '')?.[1];
  if (perSecond === undefined) throw new Error(`redis-benchmark printed no rate:\n${stdout}`);
  return 1000 / Number(perSecond);
}

async function addPositions(benchmark: string, port: string, positions: number): Promise<void> {
  const load = ['-p', port, '-c', '50', '-n', String(positions), '-r', '5000', '-q'];
  // redis-benchmark replaces the placeholder by a number below that of `-r`.
  await run(benchmark, [...load, 'GEOADD', KEY, '-56.17', '-34.9', 'car-__rand_int__']);
}

/** Starts a Redis server with the cars, in the folder. */
export async function startRedis(
  { server, cli, benchmark }: RedisPrograms,
  folder: string,
  cars: ReadonlyMap<string, LatLng>,
): Promise<Redis> {
  const port = String(await freePort());
  const args = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const child = spawn(server, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await untilReady(cli, port);
    await addCars(cli, port, cars);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    measure: (asked) => measureSearch(benchmark, port, asked),
    async measureAdds(positions) {
      const pid = child.pid ?? 0;
      const before = processorSeconds(pid);
      await addPositions(benchmark, port, positions);
      return positions / (processorSeconds(pid) - before);
    },
    stop,
  };
}
