// Tests background jobs while the database is unavailable, and after a server was killed.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { APP_ROLE } from '../db/app-role.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { createLogger } from '../observe/logger.ts';
import { createMetrics } from '../observe/metrics.ts';
import { type FaultProxy, proxyOf } from '../testing/fault-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { waitFor } from '../testing/wait-for.ts';
import { addJob, type JobHandlers, type JobOptions } from './add-job.ts';
import { jobLeasesRepository } from './job-leases.repository.ts';
import { type JobRunner, type JobTimes, startJobs } from './runner.ts';

let database: TestDatabase;
let proxy: FaultProxy;
/** The database as the server reaches it, through the proxy. */
let through: Database;
let runner: JobRunner | undefined;
const quick: JobTimes = { leaseMs: 400, renewMs: 100, restartMs: 50, idleWithinMs: 1_000 };

beforeAll(async () => {
  database = await createTestDatabase();
  const opened = await proxyOf(database.connectionString);
  proxy = opened;
  through = openDatabase({ connectionString: opened.url, role: APP_ROLE });
});
afterEach(async () => {
  await runner?.stop();
  runner = undefined;
});
afterAll(async () => {
  await through.close();
  await proxy.close();
  await database.close();
});

async function run(handlers: JobHandlers, logger = createLogger('fatal')): Promise<void> {
  runner = await startJobs({
    database: through,
    handlers,
    schedules: {},
    logger,
    metrics: createMetrics(),
    times: quick,
  });
}
const add = (name: string, options?: JobOptions) => database.withTx((tx) => addJob(tx, name, {}, options));
async function waiting(): Promise<number> {
  const { rows } = await database.pool.query('select count(*)::int as count from graphile_worker.jobs');
  return rows[0]?.count;
}

test('a database connection lost at the end of a job neither ends the server nor stops other jobs', async () => {
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  process.on('unhandledRejection', onFailure);
  let runs = 0;
  await run({
    async cut() {
      runs += 1;
      if (runs === 1) proxy.set('down');
    },
    async next() {
      runs += 100;
    },
  });
  await add('cut');
  await waitFor(() => runs === 1, 'the first run');
  await add('next');
  proxy.set('up');
  await waitFor(async () => (await waiting()) === 0, 'both jobs to be done');
  expect(runs).toBe(102);
  process.off('unhandledRejection', onFailure);
  expect(failures).toEqual([]);
});

test('jobs that end at different moments of an outage do not stop the workers permanently', async () => {
  const ends = new Map<string, () => void>();
  let mayEnd = false;
  let isDone = false;
  const waitsFor = (name: string) => async () => {
    if (mayEnd) return;
    await new Promise<void>((resolve) => {
      ends.set(name, resolve);
    });
  };
  await run({
    one: waitsFor('one'),
    two: waitsFor('two'),
    three: waitsFor('three'),
    async after() {
      isDone = true;
    },
  });
  for (const name of ['one', 'two', 'three']) await add(name);
  await waitFor(() => ends.size === 3, 'three jobs to run');
  proxy.set('down');
  for (const name of ['one', 'two']) {
    ends.get(name)?.();
    // Separates the ends of the jobs into batches of their own.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  proxy.set('up');
  await add('after');
  // The third job is still running.
  await waitFor(() => isDone, 'new workers');
  mayEnd = true;
  for (const end of ends.values()) end();
  await waitFor(async () => (await waiting()) === 0, 'all jobs to be done');
});

test('a failed job is logged with its id and its task', async () => {
  let written = '';
  const logger = createLogger('error', {
    write(line) {
      written += line;
    },
  });
  await run(
    {
      async broken() {
        throw new Error('no such file');
      },
    },
    logger,
  );
  await add('broken');
  await waitFor(() => written.includes('no such file'), 'the failure in the log');
  expect(JSON.parse(written.split('\n')[0] ?? '')).toMatchObject({
    task: 'broken',
    job: expect.stringMatching(/^\d+$/),
  });
  await database.pool.query('delete from graphile_worker._private_jobs');
});

test('a job of a killed server is run by another one after its lease expired', async () => {
  await add('left', { queueName: 'queue' });
  await database.pool.query(
    "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-of-a-killed-server', attempts = 1",
  );
  await database.pool.query(
    "update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'pool-of-a-killed-server'",
  );
  await add('next', { queueName: 'queue' });
  const runs: string[] = [];
  await run({
    async left() {
      runs.push('left');
    },
    async next() {
      runs.push('next');
    },
  });
  await waitFor(() => runs.length === 2, 'the job to be run again, and the next one of its queue');
  expect(runs.toSorted()).toEqual(['left', 'next']);
  await waitFor(async () => (await waiting()) === 0, 'the job to be done');
});

test('a queue is not freed while its job is locked', async () => {
  await add('running', { queueName: 'queue' });
  await database.pool.query(
    "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'other'",
  );
  await database.pool.query(
    "update graphile_worker._private_job_queues set locked_at = now() - interval '1 hour', locked_by = 'other'",
  );
  expect(await jobLeasesRepository(database.queries).release(60_000)).toBe(0);
  const { rows } = await database.pool.query('select locked_by from graphile_worker._private_job_queues');
  expect(rows).toEqual([{ locked_by: 'other' }]);
  await database.pool.query('delete from graphile_worker._private_jobs');
  await database.pool.query('delete from graphile_worker._private_job_queues');
});

test('a job that takes longer than a lease runs once, and no other job of its queue runs meanwhile', async () => {
  let runs = 0;
  let end = (): void => undefined;
  await run({
    async long() {
      runs += 1;
      await new Promise<void>((resolve) => {
        end = resolve;
      });
    },
  });
  await add('long', { queueName: 'queue' });
  await waitFor(() => runs === 1, 'the job to begin');
  await add('long', { queueName: 'queue' });
  const lockedAt = async () => {
    const { rows } = await database.pool.query(
      `select least(job.locked_at, queue.locked_at) as locked_at from graphile_worker._private_jobs job
       join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
       where job.locked_at is not null`,
    );
    return Number(rows[0]?.locked_at);
  };
  const begun = await lockedAt();
  // Waits until the lease was renewed for longer than two lease times.
  await waitFor(async () => (await lockedAt()) > begun + 2 * quick.leaseMs, 'the lease to be renewed');
  expect(runs).toBe(1);
  end();
  await waitFor(() => runs === 2, 'the next job of the queue to begin');
  end();
  await waitFor(async () => (await waiting()) === 0, 'the jobs to be done');
});

/** Calls back when a connection of the pool is about to send LISTEN. */
function onListen(pool: Database['pool'], call: () => void): void {
  pool.on('connect', (client) => {
    const query: unknown = Reflect.get(client, 'query');
    if (typeof query !== 'function') throw new Error('The client has no query');
    const watched = (...args: unknown[]): unknown => {
      if (String(args[0]).startsWith('LISTEN')) call();
      return Reflect.apply(query, client, args);
    };
    Object.assign(client, { query: watched });
  });
}

test('stopping while the listening connection is lost does not end the server process', async () => {
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  process.on('unhandledRejection', onFailure);
  const own = openDatabase({ connectionString: through.connectionString, role: APP_ROLE });
  let listens = false;
  onListen(own.pool, () => {
    listens = true;
    proxy.set('silent');
  });
  const { stop } = await startJobs({
    database: own,
    handlers: {},
    schedules: {},
    logger: createLogger('fatal'),
    metrics: createMetrics(),
    times: quick,
  });
  await waitFor(() => listens, 'the connection that listens');
  const stopped = stop();
  proxy.set('down');
  await stopped;
  proxy.set('up');
  await own.close();
  // Node reports an unhandled rejection at the end of the turn.
  await nextTurn();
  process.off('unhandledRejection', onFailure);
  expect(failures).toEqual([]);
});
