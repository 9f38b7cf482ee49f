// Benchmark of drivers' positions over live sockets, compared with a bare `ws` server that parses the same JSON and
// counts.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LatLng } from '@kerb/domain/geo';
import type pg from 'pg';
import { type Benchmark, countOption, type OptionValues, pairsOption, runPairs } from './lib/benchmark.ts';
import { firstCarType } from './lib/car-type.ts';
import { addressOf, type Caller } from './lib/posts.ts';
import { processorSeconds, serverProcess } from './lib/processor-time.ts';
import { type RunningServer, startServer, temporaryFolder } from './lib/server.ts';
import { openDatabase } from './lib/server-database.ts';
import { median } from './lib/statistics.ts';
import { findRedis, type RedisPrograms, startRedis } from './nearby/redis.ts';
import { profileOptions, type ServerProfile, serverProfile } from './profile/profile-server.ts';
import { startBareServer } from './sockets/bare-process.ts';
import {
  expectError,
  type LiveSocket,
  openAll,
  openBareSocket,
  openLiveSocket,
  type Received,
} from './sockets/live-socket.ts';
import { createSteps, positionAt } from './sockets/positions.ts';
import { insertDriversWithIds } from './writes/people.ts';

const PAIRS = 5;
const SOCKETS = 5000;
const POSITIONS_EACH = 4;
/** Number of sockets that send before the load pauses: about 10,000 positions per second. */
const AT_ONCE = 100;
const PAUSE_MS = 10;
const MIN_INTERVAL_MS = 1000;
const VISITOR_NUMBER = 1;
const TOO_MANY_POSITIONS = 25;
const SAVED_WITHIN_MS = 20_000;
const REDIS_POSITIONS = 50_000;
const HOUR_MS = 3_600_000;

/** A car that moves about a metre with each report. */
const placeOf = (index: number, step: number): LatLng => ({
  lat: -34.9 + (index % 100) * 0.0005 + step * 0.00001,
  lng: -56.2 + Math.floor(index / 100) * 0.001,
});

/** Every socket reports its next position. No car reports more than once per second. */
async function reportAll(sockets: readonly LiveSocket[], step: number): Promise<void> {
  const begun = performance.now();
  for (const [index, socket] of sockets.entries()) {
    socket.log(positionAt(placeOf(index, step)));
    if (index % AT_ONCE === AT_ONCE - 1) await pause(PAUSE_MS);
  }
  await pause(Math.max(0, MIN_INTERVAL_MS - (performance.now() - begun)));
}

/** Messages of a socket are handled in order, so its pong shows that its positions were accepted. */
async function untilTaken(sockets: readonly LiveSocket[]): Promise<void> {
  for (let first = 0; first < sockets.length; first += AT_ONCE) {
    await Promise.all(
      sockets.slice(first, first + AT_ONCE).map((socket) => {
        const pong = socket.next('pong');
        socket.log({ type: 'ping' });
        return pong;
      }),
    );
  }
}

/** Positions that the process accepts per second of processor time. */
async function measureRound(
  pid: number,
  sockets: readonly LiveSocket[],
  nextStep: () => number,
): Promise<number> {
  const before = processorSeconds(pid);
  for (let report = 0; report < POSITIONS_EACH; report += 1) await reportAll(sockets, nextStep());
  await untilTaken(sockets);
  return (sockets.length * POSITIONS_EACH) / (processorSeconds(pid) - before);
}

/** Throws when the server skips a check that the measured positions pass. */
async function expectChecks(origin: string, driver: Caller): Promise<void> {
  const place = placeOf(0, 0);
  const now = Date.now();
  const visitor = await openLiveSocket(origin, { address: addressOf(VISITOR_NUMBER) });
  await expectError(visitor, [positionAt(place)], 'not_logged_in');
  visitor.end();
  const socket = await openLiveSocket(origin, driver);
  await expectError(socket, [positionAt({ lat: 91, lng: 0 })], 'invalid_input');
  await expectError(socket, [positionAt(place, now - HOUR_MS)], 'position_rejected');
  const burst = Array.from({ length: TOO_MANY_POSITIONS }, (_, nth) => positionAt(place, now + nth));
  await expectError(socket, burst, 'too_many_requests');
  socket.end();
}

/** Throws unless the fleet saves a position of each driver, as it does every few seconds. */
async function expectSaved(client: pg.Client, drivers: readonly Caller[]): Promise<void> {
  const deadline = performance.now() + SAVED_WITHIN_MS;
  for (;;) {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::integer as count from driver_positions where uid = any($1::uuid[])',
      [drivers.map(({ uid }) => uid)],
    );
    const count = rows[0]?.count ?? 0;
    if (count === drivers.length) return;
    if (performance.now() > deadline)
      throw new Error(`A check is missing: ${count} of ${drivers.length} cars have a position`);
    await pause(MIN_INTERVAL_MS);
  }
}

async function compare(
  server: RunningServer,
  drivers: readonly Caller[],
  { log, profile, pairs }: { log: (line: string) => void; profile: ServerProfile; pairs: number },
) {
  const errors: string[] = [];
  const listen = (message: Received) => {
    if (message.type === 'error') errors.push(String(message.code));
  };
  const bare = await startBareServer();
  const pid = serverProcess(server.pid);
  const sockets = await openAll(drivers, (driver) => openLiveSocket(server.origin, driver, listen));
  const bareSockets = await openAll(drivers, () => openBareSocket(bare.origin));
  const nextStep = createSteps();
  const ours = async () => [await measureRound(pid, sockets, nextStep)];
  const limit = async () => [await measureRound(bare.pid, bareSockets, nextStep)];
  try {
    // The first round of both is a warm-up.
    await ours();
    await limit();
    const report = await runPairs({
      name: 'ingest',
      unit: 'positions/s of a core',
      pairs,
      log,
      ours,
      limit,
    });
    await profile.draw(server, 'Positions of drivers over live sockets', ours);
    if (errors.length > 0)
      throw new Error(`${errors.length} positions were refused, the first with ${errors[0]}`);
    return report;
  } finally {
    for (const socket of [...sockets, ...bareSockets]) socket.end();
    await bare.stop();
  }
}

/** Null when Redis is not installed; the limit does not need it. */
function installedRedis(log: (line: string) => void): RedisPrograms | null {
  try {
    return findRedis();
  } catch (error) {
    log(`not measured beside Redis: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

/** Positions per second of Redis' processor time; the median over as many rounds. */
async function measureRedis(programs: RedisPrograms, folder: string): Promise<number> {
  const redis = await startRedis(programs, folder, new Map());
  try {
    const rates: number[] = [];
    for (let round = 0; round < PAIRS; round += 1) rates.push(await redis.measureAdds(REDIS_POSITIONS));
    return median(rates);
  } finally {
    await redis.stop();
  }
}

async function measure(log: (line: string) => void, options: OptionValues) {
  const count = countOption(options, 'sockets', SOCKETS);
  const folder = temporaryFolder('ingest');
  const profile = await serverProfile(options);
  const server = await startServer(folder.path, profile.serverOptions);
  const client = await openDatabase(folder.path);
  try {
    const carType = await firstCarType(server.origin);
    const uids = Array.from({ length: count + 1 }, () => randomUUID());
    const [spare, ...drivers] = await insertDriversWithIds(client, uids, carType);
    if (spare === undefined) throw new Error('There are no drivers');
    await expectChecks(server.origin, spare);
    const report = await compare(server, drivers, {
      log,
      profile,
      pairs: countOption(options, 'pairs', PAIRS),
    });
    await expectSaved(client, drivers);
    const programs = installedRedis(log);
    const geoadd = programs === null ? null : await measureRedis(programs, folder.path);
    const more = {
      sockets: count,
      positions_each: POSITIONS_EACH,
      redis_geoadd_a_second: geoadd === null ? null : Math.round(geoadd),
      ratio_to_redis: geoadd === null ? null : Number((report.ours / geoadd).toPrecision(3)),
    };
    return { ...report, more };
  } finally {
    await client.end();
    await server.stop();
    folder.remove();
  }
}

export const benchmark: Benchmark = {
  name: 'ingest',
  unit: 'positions/s of a core',
  about:
    'positions over live sockets that a second of processor time takes; the limit is bare ws that parses and counts',
  options: {
    sockets: `how many drivers are connected; ${SOCKETS} unless given`,
    pairs: pairsOption,
    ...profileOptions,
  },
  run: measure,
};
