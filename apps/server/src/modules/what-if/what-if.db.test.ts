// Tests of runs over a day of bookings: demand without users, one run at a time, progress, endings, and permissions.
import { randomUUID } from 'node:crypto';
import type { WhatIfRequest, WhatIfRun } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { type Settings, settings as settingsSchema } from '@kerb/domain/settings';
import { freeFlowModel } from '@kerb/domain/travel-times';
import { REPLAY_SEEDS } from '@kerb/lab';
import { v7 } from 'uuid';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { createModuleServer, sessionsByUid } from '../../kit/testing/module-server.ts';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { createWhatIfModule, type WhatIfDeps } from './index.ts';
import { startReplay } from './start-replay.ts';
import { SILENT_MS } from './supervise-run.ts';
import {
  type Asked,
  addBookings,
  addDriver,
  addRound,
  createHeldReplays,
  emptyOutcome,
} from './testing/day-of-bookings.ts';

const database = await createTestDatabase();
const { pool, queries: db, withTx } = database;
afterAll(() => database.close());

const zone = 'America/Montevideo';
/** 10:00 on 12 May in Montevideo. */
const now = Date.parse('2026-05-12T13:00:00Z');
const midnight = Date.parse('2026-05-11T03:00:00Z');
const time = { now };
let settings: Settings;
const economy = randomUUID();

const people = new Map<string, Pick<Actor, 'uid' | 'usertype'>>();
function person(usertype: Usertype): string {
  const uid = randomUUID();
  people.set(uid, { uid, usertype });
  return uid;
}
const admin = person('admin');

async function createServer(change: Partial<WhatIfDeps> = {}) {
  const replays = createHeldReplays();
  const warnings: string[] = [];
  const module = createWhatIfModule({
    db,
    withTx,
    clock: { now: () => time.now },
    ids: { next: () => v7() },
    logger: { warn: (_details, message) => warnings.push(message) },
    settings: { get: async () => settings },
    travelTimes: { model: async () => freeFlowModel(zone) },
    roadGraphFile: () => null,
    startReplay: replays.startReplay,
    ...change,
  });
  const server = await createModuleServer({
    database,
    modules: [module],
    resolveSession: sessionsByUid(async (uid) => people.get(uid) ?? null),
  });
  async function call(method: 'GET' | 'POST', path: string, body?: object, uid = admin) {
    const answer = await server.inject({
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${uid}` },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, body: answer.json() };
  }
  return { ...replays, module, warnings, call, close: () => server.close() };
}
type Server = Awaited<ReturnType<typeof createServer>>;

const request: WhatIfRequest = {
  day: '2026-05-11',
  alternative: { dispatchPolicy: 'batched', driverRadius: 5, batchSeconds: 4, broadcastLimit: 10 },
  fleet_percent: 100,
  fleet_drivers: null,
};
const start = (server: Server, change: Partial<WhatIfRequest> = {}) =>
  server.call('POST', '/what-if/runs', { ...request, ...change });
const view = async (server: Server, id: string): Promise<WhatIfRun> =>
  (await server.call('GET', `/what-if/runs/${id}`)).body;

/** One request every ten minutes from 8:00. */
const asked = (count: number, change: Partial<Asked> = {}): Asked[] =>
  Array.from({ length: count }, (_, index) => ({
    at: midnight + 8 * MS_PER_HOUR + index * 10 * MS_PER_MINUTE,
    carType: economy,
    ...change,
  }));

beforeEach(async () => {
  time.now = now;
  settings = settingsSchema.parse({ timezone: zone, dispatchPolicy: 'nearest', convert_to_mile: true });
  await pool.query('delete from what_if_runs');
  await pool.query('delete from dispatch_rounds');
  await pool.query('delete from bookings');
});

describe('the demand of a day', () => {
  it('contains every request that was offered, cancelled ones included, with coordinates of about 100 m', async () => {
    const late = midnight + 9 * MS_PER_HOUR;
    await addBookings(pool, [
      ...asked(20, { status: 'PAID' }),
      ...asked(10, { status: 'CANCELLED' }),
      ...asked(1, { later: true, at: late }),
      ...asked(1, { status: 'PAYMENT_PENDING' }),
      ...asked(1, { status: 'CANCELLED', paymentMode: 'card' }),
      ...asked(1, { at: midnight - 1 }),
      ...asked(1, { at: midnight + MS_PER_DAY }),
    ]);
    const server = await createServer();
    expect((await start(server)).status).toBe(201);
    const { job } = server.last();
    expect(job.requests).toHaveLength(31);
    expect(job.requests.filter(({ at }) => at === 9 * MS_PER_HOUR)).toHaveLength(3);
    expect(job.requests[0]).toEqual({
      id: 'b00001',
      at: 8 * MS_PER_HOUR,
      pickup: { lat: -34.906, lng: -56.191 },
      drop: { lat: -34.921, lng: -56.151 },
      carType: economy,
    });
    expect(job.until).toBe(MS_PER_DAY);
    await server.close();
  });

  it('contains drivers found on duty by offer rounds or with a trip, each once an hour', async () => {
    const seen = randomUUID();
    const other = randomUUID();
    const bookings = await addBookings(pool, asked(30, { status: 'PAID', driver: seen }));
    const eight = midnight + 8 * MS_PER_HOUR;
    await addRound(pool, bookings[0] ?? '', eight + 1000, [
      { driver: seen, gate: null },
      { driver: other, gate: 'busy' },
      { driver: randomUUID(), gate: 'off_duty' },
      { driver: randomUUID(), gate: 'not_approved' },
    ]);
    await addRound(pool, bookings[0] ?? '', eight + 2000, [{ driver: other, gate: 'too_far' }]);
    const server = await createServer();
    await start(server);
    const { duty } = server.last().job;
    expect(duty.slice(0, 2)).toEqual([
      { hour: 8, carType: economy, drivers: 2 },
      { hour: 9, carType: economy, drivers: 1 },
    ]);
    await server.close();
  });

  it('counts a busy driver found by rounds of two car types once, for their own car type', async () => {
    const van = randomUUID();
    const driver = await addDriver(pool, van);
    const bookings = await addBookings(pool, asked(30));
    for (const booking of bookings)
      await addRound(pool, booking, midnight + 8 * MS_PER_HOUR, [{ driver, gate: 'busy' }]);
    const server = await createServer();
    await start(server);
    expect(server.last().job.duty).toEqual([{ hour: 8, carType: van, drivers: 1 }]);
    await server.close();
  });

  it('is compared with the current settings, the radius in km', async () => {
    await addBookings(pool, asked(30));
    settings = { ...settings, followOnSeconds: 120 };
    const server = await createServer();
    const { body } = await start(server, { fleet_drivers: 12 });
    expect(body.baseline).toEqual({
      dispatchPolicy: 'nearest',
      driverRadius: 10,
      batchSeconds: 3,
      broadcastLimit: 15,
    });
    const { baseline, alternative } = server.last().job;
    expect(baseline).toMatchObject({ policy: 'nearest', fleet: { percent: 100 } });
    expect(baseline.settings.driverRadius).toBeCloseTo(16.09, 2);
    expect(alternative).toMatchObject({ policy: 'batched', fleet: { drivers: 12 } });
    expect(alternative.settings).toMatchObject({
      batchSeconds: 4,
      broadcastLimit: 10,
      followOnSeconds: 120,
      batch: { finishWithinSecs: 120 },
    });
    await server.close();
  });

  it('is rejected for a day with too few requests, in the future or too long ago', async () => {
    await addBookings(pool, asked(29));
    const server = await createServer();
    expect((await start(server)).body.code).toBe('too_few_requests');
    for (const day of ['2026-05-13', '2026-04-11', '2026-02-30']) {
      const { status, body } = await start(server, { day });
      expect([status, body.code]).toEqual([400, 'invalid_input']);
    }
    expect(server.started).toHaveLength(0);
    await server.close();
  });

  it('can be that of today until now', async () => {
    await addBookings(pool, asked(30, { at: midnight + MS_PER_DAY + MS_PER_HOUR }));
    const server = await createServer();
    const { body } = await server.call('GET', '/what-if/days');
    expect(body.needed_requests).toBe(30);
    expect(body.items).toHaveLength(31);
    expect(body.items.slice(0, 2)).toEqual([
      { day: '2026-05-12', requests: 30, is_over: false },
      { day: '2026-05-11', requests: 0, is_over: true },
    ]);
    expect((await start(server, { day: '2026-05-12' })).status).toBe(201);
    expect(server.last().job.until).toBe(10 * MS_PER_HOUR);
    await server.close();
  });
});

describe('a run', () => {
  beforeEach(async () => {
    await addBookings(pool, asked(30, { status: 'PAID', waited: 4 }));
  });

  it('reports its progress, and the comparison when it is done', async () => {
    const server = await createServer();
    const { body } = await start(server);
    expect(body).toMatchObject({ status: 'running', requests: 30, runs_done: 0, result: null });
    expect(body.runs_total).toBe(2 * REPLAY_SEEDS);
    server.last().onRun(3);
    await expect.poll(async () => (await view(server, body.id)).runs_done).toBe(3);
    server.last().finish(emptyOutcome);
    await server.module.api.idle();
    const done = await view(server, body.id);
    expect(done).toMatchObject({ status: 'done', runs_done: body.runs_total, finished_at: now });
    expect(done.result).toMatchObject({
      travel_times: 'straight_lines',
      measured: { requests: 30, served_share: 1, riders: 30, wait_mean_secs: 240 },
      hours: [{ at: midnight + 10 * MS_PER_HOUR, measured_secs: 240, alternative_secs: 200 }],
    });
    const { body: list } = await server.call('GET', '/what-if/runs');
    expect(list.items).toHaveLength(1);
    expect(list.items[0]).not.toHaveProperty('result');
    await server.close();
  });

  it('runs alone on all servers, also when two start at the same moment', async () => {
    const first = await createServer();
    const second = await createServer();
    const answers = await Promise.all([start(first), start(second), start(first)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('what_if_running');
    expect(first.started.length + second.started.length).toBe(1);
    await first.close();
    await second.close();
  });

  it('ends when it is cancelled, and another one can start', async () => {
    const server = await createServer();
    const { body } = await start(server);
    const cancelled = await server.call('POST', `/what-if/runs/${body.id}/cancel`, {});
    expect(cancelled.body.status).toBe('cancelled');
    expect(server.last().isStopped).toBe(true);
    await server.module.api.idle();
    expect((await view(server, body.id)).status).toBe('cancelled');
    expect(server.warnings).toEqual([]);
    expect((await start(server)).status).toBe(201);
    await server.close();
  });

  it('that has ended stays as it is when it is cancelled', async () => {
    const server = await createServer();
    const { body } = await start(server);
    server.last().finish(emptyOutcome);
    await server.module.api.idle();
    const again = await server.call('POST', `/what-if/runs/${body.id}/cancel`, {});
    expect(again.body).toMatchObject({ status: 'done', result: { travel_times: 'straight_lines' } });
    expect((await server.call('POST', `/what-if/runs/${randomUUID()}/cancel`, {})).status).toBe(404);
    await server.close();
  });

  it('on another server ends at its next heartbeat after it was cancelled', async () => {
    const running = await createServer();
    const other = await createServer();
    const { body } = await start(running);
    await other.call('POST', `/what-if/runs/${body.id}/cancel`, {});
    expect(running.last().isStopped).toBe(false);
    running.last().onRun(1);
    await running.module.api.idle();
    expect(running.last().isStopped).toBe(true);
    await running.close();
    await other.close();
  });

  it('that fails reports it, and is logged', async () => {
    const server = await createServer();
    const { body } = await start(server);
    server.last().fail('out of memory');
    await server.module.api.idle();
    expect(await view(server, body.id)).toMatchObject({ status: 'failed', result: null });
    expect(server.warnings).toEqual(['A what-if run failed']);
    await server.close();
  });

  it('is interrupted when its server shuts down', async () => {
    const server = await createServer();
    const { body } = await start(server);
    await server.module.api.close();
    expect(server.last().isStopped).toBe(true);
    expect((await view(server, body.id)).status).toBe('interrupted');
    await server.close();
  });

  it('is interrupted when its server crashed, and can be repeated', async () => {
    const died = await createServer();
    const { body } = await start(died);
    const restarted = await createServer();
    time.now = now + SILENT_MS;
    expect((await view(restarted, body.id)).status).toBe('running');
    time.now = now + SILENT_MS + 1;
    expect((await start(restarted)).status).toBe(201);
    expect(await view(restarted, body.id)).toMatchObject({
      status: 'interrupted',
      day: request.day,
      alternative: request.alternative,
    });
    // A message of a process whose run has ended changes nothing.
    died.last().finish(emptyOutcome);
    await died.module.api.idle();
    expect((await view(restarted, body.id)).status).toBe('interrupted');
    await died.close();
    await restarted.close();
  });

  it('is stored with the 49 before it', async () => {
    const server = await createServer();
    const ids: string[] = [];
    for (let count = 0; count < 51; count += 1) {
      time.now = now + count;
      const { body } = await start(server);
      ids.push(body.id);
      await server.call('POST', `/what-if/runs/${body.id}/cancel`, {});
    }
    const { body: list } = await server.call('GET', '/what-if/runs');
    expect(list.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1).reverse());
    await server.close();
  });

  it('runs in a separate process', async () => {
    const server = await createServer({ startReplay });
    const { body } = await start(server, { fleet_percent: 200 });
    await server.module.api.idle();
    const run = await view(server, body.id);
    expect(run).toMatchObject({ status: 'done', runs_done: run.runs_total });
    expect(run.result).toMatchObject({ travel_times: 'straight_lines', measured: { riders: 30 } });
    expect(run.result?.figures.map(({ figure }) => figure)).toContain('wait_p95_secs');
    await server.close();
  });
});

it.each(['rider', 'driver', 'fleetadmin'] as const)('is closed to a %s', async (usertype) => {
  await addBookings(pool, asked(30));
  const server = await createServer();
  const { body } = await start(server);
  const uid = person(usertype);
  for (const [method, path] of [
    ['GET', '/what-if/days'],
    ['GET', '/what-if/runs'],
    ['GET', `/what-if/runs/${body.id}`],
  ] as const)
    expect((await server.call(method, path, undefined, uid)).status).toBe(403);
  expect((await server.call('POST', '/what-if/runs', request, uid)).status).toBe(403);
  expect((await server.call('POST', `/what-if/runs/${body.id}/cancel`, {}, uid)).status).toBe(403);
  expect((await view(server, body.id)).status).toBe('running');
  await server.close();
});
