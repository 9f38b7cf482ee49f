// Benchmark of a backlog of events until a subscriber has handled it, compared with graphile-worker, which runs as many
// jobs in batches.
import { setTimeout as pause } from 'node:timers/promises';
import { type Runner, run } from 'graphile-worker';
import { createInProcessBus } from '../../apps/server/src/adapters/bus/in-process-bus.ts';
import { type Database, openDatabase } from '../../apps/server/src/kit/db/database.ts';
import { migrate } from '../../apps/server/src/kit/db/migrate.ts';
import { migrateJobs } from '../../apps/server/src/kit/jobs/runner.ts';
import { createLogger } from '../../apps/server/src/kit/observe/logger.ts';
import { createMetrics } from '../../apps/server/src/kit/observe/metrics.ts';
import { createRelay, type Relay } from '../../apps/server/src/kit/outbox/relay.ts';
import { type Report, runPairs } from '../lib/benchmark.ts';
import { openDatabase as openServerDatabase, urlOf } from '../lib/server-database.ts';

const DATABASE = 'kerb_drain';
const EVENTS_A_ROUND = 5000;
const PAIRS = 5;
/** Like Kerb's own job workers, with jobs fetched in batches. */
const WORKERS = 4;
const JOBS_A_FETCH = 100;
const POLL_INTERVAL_MS = 2;
const DRAINED_WITHIN_MS = 120_000;

/** Counts handled events or jobs, and waits for the end of each round. */
function createCounter() {
  let count = 0;
  let expected = 0;
  return {
    add: () => {
      count += 1;
    },
    async untilNext(): Promise<void> {
      expected += EVENTS_A_ROUND;
      const deadline = performance.now() + DRAINED_WITHIN_MS;
      while (count < expected) {
        if (performance.now() > deadline) throw new Error(`${count} of ${expected} were handled`);
        await pause(POLL_INTERVAL_MS);
      }
      if (count > expected) throw new Error(`${count} were handled instead of ${expected}`);
    },
  };
}

type Counter = ReturnType<typeof createCounter>;

async function startRelay(database: Database, handled: Counter): Promise<Relay> {
  const relay = createRelay({
    database,
    bus: createInProcessBus((error) => {
      throw error;
    }),
    subscribers: [{ name: 'drain', events: ['drain.due'], handle: async () => handled.add() }],
    logger: createLogger('fatal'),
    metrics: createMetrics(),
  });
  await relay.start();
  return relay;
}

const startWorkers = (database: Database, handled: Counter): Promise<Runner> =>
  run({
    pgPool: database.pool,
    taskList: { drain: async () => handled.add() },
    concurrency: WORKERS,
    noHandleSignals: true,
    preset: {
      worker: { localQueue: { size: JOBS_A_FETCH }, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
    },
  });

/** Events or jobs per second, from the commit of all of them in one transaction to the end of the last one. */
async function drain(database: Database, sql: string, until: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await database.pool.query(sql, [EVENTS_A_ROUND]);
  await until();
  return (EVENTS_A_ROUND * 1000) / (performance.now() - begun);
}

const ADD_EVENTS =
  "insert into outbox_events (name, topics, data) select 'drain.due', '{}', '{}' from generate_series(1, $1)";
const ADD_JOBS = `select count(*) from graphile_worker.add_jobs(array(
  select ('drain', '{}'::json, null, null, null, null, null, null)::graphile_worker.job_spec from generate_series(1, $1)))`;

/** Throws when events were handled without a position in the outbox. */
async function expectPositions(database: Database): Promise<void> {
  const { rowCount } = await database.pool.query(
    "select from outbox_events where name = 'drain.due' and position is null limit 1",
  );
  if (rowCount !== 0) throw new Error('A check is missing: events were handled without a position');
}

async function compare(database: Database, log: (line: string) => void): Promise<Report> {
  const events = createCounter();
  const jobs = createCounter();
  const relay = await startRelay(database, events);
  const workers = await startWorkers(database, jobs);
  const ours = async () => [await drain(database, ADD_EVENTS, events.untilNext)];
  const limit = async () => [await drain(database, ADD_JOBS, jobs.untilNext)];
  try {
    // The first round of both is a warm-up.
    await ours();
    await limit();
    const report = await runPairs({ name: 'drain', unit: 'events/s', pairs: PAIRS, log, ours, limit });
    await expectPositions(database);
    return report;
  } finally {
    await workers.stop();
    await relay.stop();
  }
}

/** In a separate database on the running server's PostgreSQL, where the server itself handles no events. */
export async function compareDraining(dataFolder: string, log: (line: string) => void): Promise<Report> {
  const admin = await openServerDatabase(dataFolder, 'postgres');
  await admin.query(`create database ${DATABASE}`);
  await admin.end();
  const url = urlOf(dataFolder, DATABASE);
  await migrate(url);
  await migrateJobs(url);
  const database = openDatabase({ connectionString: url, applicationName: 'kerb-bench-drain' });
  try {
    return await compare(database, log);
  } finally {
    await database.close();
  }
}
