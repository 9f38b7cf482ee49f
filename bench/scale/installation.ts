// Starts an installation of several servers on the benchmark's PostgreSQL and Redis, with drivers, riders and an admin.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@kerb/sdk/client';
import pg from 'pg';
import { insertAdminSession, insertSessions } from '../dispatch/insert-people.ts';
import { firstCarType } from '../lib/car-type.ts';
import type { Caller } from '../lib/posts.ts';
import { serverProcess } from '../lib/processor-time.ts';
import { type RunningServer, startServer } from '../lib/server.ts';
import type { Call } from '../lib/throughput.ts';
import { insertDriversWithIds } from '../writes/people.ts';
import { createShare, type ProcessorShare } from './processor-share.ts';

const PAST_DAYS = 3;
const RIDERS = 50;
const SETTLED_WITHIN_MS = 120_000;
const POLL_INTERVAL_MS = 250;
/** Connections to PostgreSQL of each server; more are not needed at its share of a core. */
const POOL = 8;
const METRICS_TOKEN = 'token-of-the-benchmark';

export interface ScaledServer {
  readonly origin: string;
  readonly pid: number;
  /** The drivers who report to the server. */
  readonly drivers: readonly Caller[];
}

export interface Installation {
  readonly servers: readonly ScaledServer[];
  readonly admin: string;
  /** GET requests of riders for their own bookings. */
  readonly calls: readonly Call[];
  readonly client: pg.Client;
  /** Limits each server to a share of a core from now on; null: no limit. */
  hold(share: number | null): void;
  /** The value of a metric at each server. */
  metric(name: string): Promise<number[]>;
  stop(): Promise<void>;
}

export interface InstallationOptions {
  readonly count: number;
  readonly folder: string;
  /** Connection to its own database, as the user that owns it. */
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly driversEach: number;
  log(line: string): void;
}

/** Each server has its own data folder; all share the city and the files. */
function makeDataFolder(folder: string, name: string): string {
  const data = join(folder, name);
  mkdirSync(data, { recursive: true });
  for (const shared of ['files', 'cities']) {
    mkdirSync(join(folder, shared), { recursive: true });
    symlinkSync(join(folder, shared), join(data, shared));
  }
  return data;
}

async function readMetric({ origin }: RunningServer, name: string): Promise<number> {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const text = await answer.text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  if (line === undefined)
    throw new Error(
      `A check is missing: ${name} is not in the answer ${answer.status} ${text.slice(0, 200)}`,
    );
  return Number(line.split(' ')[1]);
}

/** Requests of this number of riders for their newest finished booking. */
async function callsOfRiders(client: pg.Client): Promise<Call[]> {
  const { rows } = await client.query<{ id: string; customer: string }>(
    `select distinct on (customer) id, customer from bookings where status = 'COMPLETE'
     order by customer, id desc limit $1`,
    [RIDERS],
  );
  if (rows.length === 0) throw new Error('The demonstration has no finished booking');
  const tokens = await insertSessions(
    client,
    rows.map(({ customer }) => customer),
    Date.now(),
  );
  return rows.map(({ id }, index) => ({
    path: `/api/v1/bookings/${id}`,
    headers: { authorization: `Bearer ${tokens[index]}`, 'x-forwarded-for': `10.0.0.${index + 1}` },
  }));
}

async function stopAll(running: readonly RunningServer[], shares: readonly ProcessorShare[]): Promise<void> {
  for (const share of shares) await share.release();
  for (const server of running) await server.stop();
}

async function startServers(
  { count, folder, databaseUrl, redisUrl, log }: InstallationOptions,
  running: RunningServer[],
): Promise<void> {
  const variables = {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: String(POOL),
    REDIS_URL: redisUrl,
    METRICS_TOKEN,
    KERB_SECRET: randomBytes(32).toString('hex'),
  };
  for (let index = 1; index <= count; index += 1) {
    const options = { variables, pastDays: index === 1 ? PAST_DAYS : 0 };
    running.push(await startServer(makeDataFolder(folder, `server-${index}`), options));
    log(`server ${index} of ${count} runs`);
  }
}

/** Resolves when all messages go through Redis and no server receives any cell. */
async function untilSettled(metric: Installation['metric']): Promise<void> {
  const deadline = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const [alone, cells] = await Promise.all([
      metric('kerb_servers_over_redis'),
      metric('kerb_cells_subscribed'),
    ]);
    if (alone.every((value) => value === 1) && cells.every((value) => value === 0)) return;
    if (performance.now() > deadline)
      throw new Error(`A check is missing: over Redis ${alone}, cells ${cells} after two minutes`);
    await pause(POLL_INTERVAL_MS);
  }
}

export async function startInstallation(options: InstallationOptions): Promise<Installation> {
  const running: RunningServer[] = [];
  const shares: ProcessorShare[] = [];
  let client: pg.Client | undefined;
  try {
    await startServers(options, running);
    client = new pg.Client({ connectionString: options.databaseUrl });
    await client.connect();
    const origin = running[0]?.origin ?? '';
    const admin = await insertAdminSession(client);
    // Dispatch is off, because a server that searches drivers would receive all positions; positions without a watcher
    // are measured.
    await createClient({ baseUrl: origin, token: admin }).editSettings({ body: { autoDispatch: false } });
    const uids = Array.from({ length: options.count * options.driversEach }, () => randomUUID());
    const drivers = await insertDriversWithIds(client, uids, await firstCarType(origin));
    const calls = await callsOfRiders(client);
    const metric = (name: string) => Promise.all(running.map((server) => readMetric(server, name)));
    await untilSettled(metric);
    const servers = running.map((server, index): ScaledServer => {
      const first = index * options.driversEach;
      return {
        origin: server.origin,
        pid: serverProcess(server.pid),
        drivers: drivers.slice(first, first + options.driversEach),
      };
    });
    for (const { pid } of servers) shares.push(createShare(pid));
    const opened = client;
    return {
      servers,
      admin,
      calls,
      client,
      metric,
      hold(share) {
        for (const one of shares) one.set(share);
      },
      async stop() {
        await opened.end();
        await stopAll(running, shares);
      },
    };
  } catch (error) {
    await client?.end();
    await stopAll(running, shares);
    throw error;
  }
}
