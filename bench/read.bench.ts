// Benchmark of riders who read their own bookings, compared with Fastify that responds with a constant text of the same
// size.
import type pg from 'pg';
import { insertSessions } from './dispatch/insert-people.ts';
import { type Benchmark, countOption, type OptionValues, pairsOption, runPairs } from './lib/benchmark.ts';
import { startLimitServer } from './lib/limit-process.ts';
import { type RunningServer, startServer, temporaryFolder } from './lib/server.ts';
import { openDatabase } from './lib/server-database.ts';
import { median } from './lib/statistics.ts';
import { type Call, callsPerSecond } from './lib/throughput.ts';
import { profileOptions, type ServerProfile, serverProfile } from './profile/profile-server.ts';

const PAIRS = 5;
const PAST_DAYS = 30;
const RIDERS = 100;
const CONNECTIONS = 16;
const SECONDS_A_ROUND = 3;

interface OwnBooking {
  id: string;
  customer: string;
}

/** The newest finished booking of each of this number of riders. */
async function bookingsOfRiders(client: pg.Client): Promise<OwnBooking[]> {
  const { rows } = await client.query<OwnBooking>(
    `select distinct on (customer) id, customer from bookings where status = 'COMPLETE'
     order by customer, id desc limit $1`,
    [RIDERS],
  );
  if (rows.length === 0) throw new Error('The demonstration has no finished booking');
  return rows;
}

/** Each rider calls from their own address. */
async function prepareCalls(client: pg.Client, bookings: readonly OwnBooking[]): Promise<Call[]> {
  const tokens = await insertSessions(
    client,
    bookings.map(({ customer }) => customer),
    Date.now(),
  );
  return bookings.map(({ id }, index) => ({
    path: `/api/v1/bookings/${id}`,
    headers: { authorization: `Bearer ${tokens[index]}`, 'x-forwarded-for': `10.0.0.${index + 1}` },
  }));
}

async function sizeOf(origin: string, { path, headers }: Call): Promise<number> {
  const answer = await fetch(new URL(path, origin), { headers });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.arrayBuffer()).byteLength;
}

async function expectStatus(origin: string, { path, headers }: Call, status: number): Promise<void> {
  const answer = await fetch(new URL(path, origin), { headers });
  if (answer.status !== status)
    throw new Error(`A check is missing: ${path} answered ${answer.status} instead of ${status}`);
}

/** Throws when the server skips a check that the measured calls include. */
async function expectChecks(origin: string, [own, other]: readonly Call[]): Promise<void> {
  if (own === undefined || other === undefined) throw new Error('The checks need two riders');
  await expectStatus(origin, { path: own.path, headers: {} }, 401);
  await expectStatus(origin, { path: own.path, headers: { authorization: 'Bearer unknown' } }, 401);
  await expectStatus(origin, { path: own.path, headers: other.headers }, 404);
  await expectStatus(origin, { path: '/api/v1/bookings/unknown', headers: own.headers }, 400);
}

async function measure(
  server: RunningServer,
  calls: readonly Call[],
  { log, profile, pairs }: { log: (line: string) => void; profile: ServerProfile; pairs: number },
) {
  const sizes: number[] = [];
  for (const call of calls) sizes.push(await sizeOf(server.origin, call));
  const bytes = Math.round(median(sizes));
  const program = new URL('./read/constant-server.ts', import.meta.url);
  const constant = await startLimitServer(program, [String(bytes)]);
  const load = { connections: CONNECTIONS, seconds: SECONDS_A_ROUND };
  const ours = async () => [await callsPerSecond(server.origin, { ...load, calls })];
  const limit = async () => [
    await callsPerSecond(constant.origin, { ...load, calls: [{ path: '/', headers: {} }] }),
  ];
  try {
    await ours();
    await limit();
    const report = await runPairs({ name: 'read', unit: 'calls/s', pairs, log, ours, limit });
    await profile.draw(server, 'GET of a booking by its rider', ours);
    return { ...report, more: { bytes, connections: CONNECTIONS, riders: calls.length } };
  } finally {
    await constant.stop();
  }
}

export const benchmark: Benchmark = {
  name: 'read',
  unit: 'calls/s',
  about: 'GET of a booking by its rider; the limit is Fastify sending a constant text of the same size',
  options: { pairs: pairsOption, ...profileOptions },
  async run(log, options: OptionValues) {
    const folder = temporaryFolder('read');
    const profile = await serverProfile(options);
    const server = await startServer(folder.path, { pastDays: PAST_DAYS, ...profile.serverOptions });
    const client = await openDatabase(folder.path);
    try {
      const calls = await prepareCalls(client, await bookingsOfRiders(client));
      await expectChecks(server.origin, calls);
      return await measure(server, calls, { log, profile, pairs: countOption(options, 'pairs', PAIRS) });
    } finally {
      await client.end();
      await server.stop();
      folder.remove();
    }
  },
};
