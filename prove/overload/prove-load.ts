// Runs a server process under one to ten times its capacity, and with thousands of idle sockets; measures goodput,
// recovery and memory.
import type pg from 'pg';
import type { AccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import { insertBooking } from '../lib/insert-booking.ts';
import { createCalls } from './calls.ts';
import { figuresOf, judgeLoad } from './judge-load.ts';
import { createLoad, type LevelResult } from './load.ts';
import { createPeople, type People } from './people.ts';
import { holdIdle, type ServerProcess, type ServerTask, startServer } from './processes.ts';

export interface LoadSize {
  readonly capacityMs: number;
  readonly levelMs: number;
  readonly times: readonly number[];
  /** Number of idle sockets, opened by several processes. */
  readonly idle: number;
  readonly idleProcesses: number;
  /** Number of bookings that lists and reports read. */
  readonly bookings: number;
}

const DRIVERS = 48;
/** Memory that the waiting sockets may use, in bytes. */
const IDLE_MEMORY_BYTES = 150e6;
/** Connections of the proof itself, and those that are being closed. */
const SPARE_CONNECTIONS = 300;

/** Inserts copies of one paid booking, each with its own reference. */
async function insertPast(
  { pool, asOwner }: Pick<LoadHost, 'pool' | 'asOwner'>,
  people: People,
  count: number,
): Promise<void> {
  const { rows: past } = await pool.query('select 1 from bookings offset $1 limit 1', [count]);
  if (past.length > 0) return;
  const rider = await people.environment.person('rider');
  const driver = await people.environment.person('driver');
  const { carType } = people.environment;
  const id = await insertBooking(pool, { status: 'PAID', carType, customer: rider.uid, driver: driver.uid });
  const { rows } = await asOwner.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = 'bookings' and is_generated = 'NEVER'`,
  );
  const columns = rows.map(({ name }) => name);
  await asOwner.query(
    `insert into bookings (${columns.join(', ')})
     select ${columns.map((name) => `copy.${name}`).join(', ')}
     from bookings b, generate_series(1, $2) as n,
       jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'quote', gen_random_uuid(),
         'reference', translate(upper(lpad(to_hex(n), 6, '0')), '01', 'GH'))) as copy
     where b.id = $1`,
    [id, count],
  );
  await asOwner.query('analyze');
}

export interface LoadHost extends Omit<ServerTask, 'fault'> {
  readonly pool: pg.Pool;
  readonly environment: AccessEnvironment;
  readonly asOwner: pg.Pool;
}

interface LoadReport {
  readonly found: readonly string[];
  readonly tried: number;
  readonly figures: object;
}

const callsIn = ({ essential, flood }: LevelResult): number =>
  flood.sent + Object.values(essential).reduce((sum, { due }) => sum + due, 0);

/** Opens idle sockets at a server without load: those above the limit must be closed, and other clients served. */
async function tryIdle(
  server: ServerProcess,
  { idle, idleProcesses }: LoadSize,
  { waiting, askList }: { waiting: number; askList: () => Promise<number> },
) {
  const before = await server.figures();
  const holders = await Promise.all(
    Array.from({ length: idleProcesses }, () =>
      holdIdle({ origin: server.origin, count: idle / idleProcesses }),
    ),
  );
  const status = await askList();
  const after = await server.figures();
  await Promise.all(holders.map((holder) => holder.stop()));
  const found: string[] = [];
  const more = after.rss - before.rss;
  if (status !== 200) found.push(`a list beside ${idle} idle sockets was answered ${status}`);
  if (after.connections > waiting + SPARE_CONNECTIONS)
    found.push(`${after.connections} of ${idle} idle sockets are open`);
  if (more > IDLE_MEMORY_BYTES) found.push(`${idle} idle sockets take ${(more / 1e6).toFixed(0)} MB`);
  return { found, figures: { idle, open: after.connections, mb: Number((more / 1e6).toFixed(1)) } };
}

/** `fault`: a planted one, or null for the real server. */
export async function proveLoad(
  { pool, asOwner, environment, ...host }: LoadHost,
  size: LoadSize,
  { fault, waiting, log }: { fault: string | null; waiting: number; log: (line: string) => void },
): Promise<LoadReport> {
  const server = await startServer({ ...host, fault });
  const calls = createCalls(server.origin);
  try {
    const people = await createPeople({ pool, environment }, { drivers: DRIVERS });
    await insertPast({ pool, asOwner }, people, size.bookings);
    const load = await createLoad({ server, calls, people });
    const capacity = await load.measureCapacity(size.capacityMs);
    log(
      `capacity: ${capacity.all.toFixed(0)} calls a second; essential ones: ${capacity.essential.toFixed(0)} a second`,
    );
    const { rss: idleRss } = await server.figures();
    const levels: LevelResult[] = [];
    for (const times of size.times) {
      const level = await load.runLevel(times, capacity, size.levelMs);
      log(JSON.stringify(figuresOf(level)));
      levels.push(level);
    }
    const found = judgeLoad(levels, idleRss);
    const askList = async () => {
      const path = '/api/v1/bookings?limit=20';
      return (await calls.send({ method: 'GET', path, headers: people.admin.headers })).status;
    };
    const idle = await tryIdle(server, size, { waiting, askList });
    log(JSON.stringify(idle.figures));
    return {
      found: [...found, ...idle.found],
      tried: size.idle + levels.reduce((total, level) => total + callsIn(level), 0),
      figures: {
        capacity: Math.round(capacity.all),
        essential: Math.round(capacity.essential),
        idle_rss_mb: Math.round(idleRss / 1e6),
        levels: levels.map(figuresOf),
        idle_sockets: idle.figures,
      },
    };
  } finally {
    calls.close();
    await server.stop();
  }
}
