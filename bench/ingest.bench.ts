// Positions of drivers over their live sockets, beside a bare `ws` server that parses the same JSON and counts.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@kerb/sdk/client';
import type pg from 'pg';
import { insertAdminSession } from './dispatch/insert-people.ts';
import { type Benchmark, type OptionValues, runPairs } from './lib/benchmark.ts';
import { createHttpCaller } from './lib/http-caller.ts';
import { addressOf, type Caller } from './lib/posts.ts';
import { processorSeconds, serverProcess } from './lib/processor-time.ts';
import { type RunningServer, startServer, temporaryFolder } from './lib/server.ts';
import { openDatabase } from './lib/server-database.ts';
import { startBareServer } from './sockets/bare-process.ts';
import {
  type LiveSocket,
  openAll,
  openBareSocket,
  openLiveSocket,
  type Received,
} from './sockets/live-socket.ts';
import { socketCount } from './sockets/socket-options.ts';
import { insertDriversWithIds } from './writes/people.ts';

const PAIRS = 5;
const SOCKETS = 5000;
const POSITIONS_EACH = 4;
/** So many sockets send, then the load pauses: about 10,000 positions a second. */
const AT_ONCE = 100;
const PAUSE_MS = 10;
const LEAST_MS_BETWEEN = 1000;
const VISITOR_NUMBER = 1;

/** A car that moves about a metre with each report. */
const positionOf = (index: number, step: number) => ({
  type: 'position',
  lat: -34.9 + (index % 100) * 0.0005 + step * 0.00001,
  lng: -56.2 + Math.floor(index / 100) * 0.001,
  at: Date.now(),
});

/** Every socket reports its next position. No car reports more often than once a second. */
async function reportAll(sockets: readonly LiveSocket[], step: number): Promise<void> {
  const begun = performance.now();
  for (const [index, socket] of sockets.entries()) {
    socket.say(positionOf(index, step));
    if (index % AT_ONCE === AT_ONCE - 1) await pause(PAUSE_MS);
  }
  await pause(Math.max(0, LEAST_MS_BETWEEN - (performance.now() - begun)));
}

/** Messages of a socket are handled in order, so its answer to a ping shows that its positions were taken. */
async function untilTaken(sockets: readonly LiveSocket[]): Promise<void> {
  for (let first = 0; first < sockets.length; first += AT_ONCE) {
    await Promise.all(
      sockets.slice(first, first + AT_ONCE).map((socket) => {
        const pong = socket.next('pong');
        socket.say({ type: 'ping' });
        return pong;
      }),
    );
  }
}

/** Positions that the process takes in a second of processor time. */
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

async function expectError(socket: LiveSocket, message: object, code: string): Promise<void> {
  const answer = socket.next('error');
  socket.say(message);
  const { code: received } = await answer;
  if (received !== code)
    throw new Error(`A check is missing: ${code} was expected, ${String(received)} came`);
}

/** Throws when the server leaves out a check that the measured positions pass. */
async function expectChecks(origin: string, driver: Caller): Promise<void> {
  const visitor = await openLiveSocket(origin, { address: addressOf(VISITOR_NUMBER) });
  await expectError(visitor, positionOf(0, 0), 'not_logged_in');
  visitor.end();
  const socket = await openLiveSocket(origin, driver);
  await expectError(socket, { type: 'position', lat: 91, lng: 0, at: Date.now() }, 'invalid_input');
  await expectError(socket, { ...positionOf(0, 0), at: Date.now() - 3_600_000 }, 'position_rejected');
  const first = socket.next('error');
  for (let step = 0; step < 25; step += 1) socket.say({ ...positionOf(0, 0), at: Date.now() + step });
  const { code } = await first;
  if (code !== 'too_many_requests')
    throw new Error(`A check is missing: 25 positions at once were answered ${String(code)}`);
  socket.end();
}

/** Throws unless the operator's map shows as many cars as have reported. */
async function expectOnMap(origin: string, client: pg.Client, cars: number): Promise<void> {
  const caller = createHttpCaller(origin, await insertAdminSession(client));
  try {
    const answer = await caller.get('/api/v1/drivers/live');
    const items: unknown =
      typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'items') : null;
    const shown = Array.isArray(items) ? items.length : 0;
    if (shown < cars) throw new Error(`A check is missing: ${shown} of ${cars} cars are on the map`);
  } finally {
    caller.close();
  }
}

function createSteps(): () => number {
  let step = 0;
  return () => {
    step += 1;
    return step;
  };
}

async function compare(server: RunningServer, drivers: readonly Caller[], say: (line: string) => void) {
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
      pairs: PAIRS,
      say,
      ours,
      limit,
    });
    if (errors.length > 0)
      throw new Error(`${errors.length} positions were refused, the first with ${errors[0]}`);
    return report;
  } finally {
    for (const socket of [...sockets, ...bareSockets]) socket.end();
    await bare.stop();
  }
}

async function measure(say: (line: string) => void, options: OptionValues) {
  const count = socketCount(options, SOCKETS);
  const folder = temporaryFolder('ingest');
  const server = await startServer(folder.path);
  const client = await openDatabase(folder.path);
  try {
    const [carType] = (await createClient({ baseUrl: server.origin }).getCarTypes()).items;
    if (!carType) throw new Error('The demonstration has no car type');
    const uids = Array.from({ length: count + 1 }, () => randomUUID());
    const [spare, ...drivers] = await insertDriversWithIds(client, uids, carType.id);
    if (spare === undefined) throw new Error('There are no drivers');
    await expectChecks(server.origin, spare);
    const report = await compare(server, drivers, say);
    await expectOnMap(server.origin, client, count);
    return { ...report, more: { sockets: count, positions_each: POSITIONS_EACH } };
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
  options: { sockets: `how many drivers are connected; ${SOCKETS} unless given` },
  run: measure,
};
