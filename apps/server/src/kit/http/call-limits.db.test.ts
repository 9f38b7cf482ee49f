// Tests that limits apply before work is done: rejected calls count like others, and beyond a limit no session is
// looked up.
import { defineRoute } from '@kerb/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../observe/logger.ts';
import { createMetrics } from '../observe/metrics.ts';
import type { RefusedCall } from '../observe/refused-calls.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import type { Actor } from './actor.ts';
import { createIdempotency } from './idempotency.ts';
import { mountRoutes } from './mount.ts';
import { mountOperations } from './operations.ts';
import { route } from './route.ts';
import { createHttpServer } from './server.ts';

const CALLS = 40;
const database = await createTestDatabase();
const people: Record<string, Actor> = {
  'rider-token': { uid: 'rider-1', usertype: 'rider', sessionId: 's1' },
  'other-token': { uid: 'rider-2', usertype: 'rider', sessionId: 's2' },
};

const shared = { method: 'GET', summary: 'A test', tag: 'test', answer: z.void(), errors: [] } as const;
const open = defineRoute({ ...shared, path: '/open', access: 'anyone' });
const write = defineRoute({ ...shared, method: 'POST', path: '/write', access: 'signed-in' });
const drivers = defineRoute({ ...shared, path: '/drivers-only', access: ['driver'] });
const limited = defineRoute({
  ...shared,
  path: '/limited',
  access: ['driver'],
  rateLimit: { max: 3, windowSeconds: 60 },
});

/** Creates a server for one test, so that its counts come from that test alone. */
async function createBench({ refusalPauseMs = 0 } = {}) {
  const lookups: string[] = [];
  const refused: RefusedCall[] = [];
  const readiness = { count: 0 };
  const idempotency = createIdempotency(database.queries);
  const app = await createHttpServer({
    resolveSession: async (token) => {
      lookups.push(token);
      return people[token] ?? null;
    },
    idempotency,
    logger: createLogger('silent'),
    metrics: createMetrics(),
    trustProxy: true,
    hostedBasicAuth: undefined,
    isProduction: true,
    limits: { callsPerMinute: CALLS, scale: 1, eventLoopDelayMs: 0, refusalPauseMs },
  });
  mountOperations(app, {
    readiness: {
      part: async () => {
        readiness.count += 1;
        return true;
      },
    },
    metrics: createMetrics(),
    metricsToken: 'token of the metrics',
    isProduction: true,
    refused: { count: (call) => refused.push(call) },
  });
  const bound = [open, write, drivers, limited].map((one) => route(one, async () => undefined));
  mountRoutes(app, bound, { idempotency, requireAllRoutes: false, limitScale: 1 });
  await app.ready();

  interface Call {
    method?: 'GET' | 'POST';
    path?: string;
    from?: string;
    headers?: Record<string, string>;
  }
  const call = ({ method = 'GET', path = '/api/v1/open', from = '203.0.113.7', headers = {} }: Call) =>
    app.inject({ method, url: path, headers: { ...headers, 'x-forwarded-for': from } });
  /** Makes the calls and counts the answers by status. */
  const flood = async (count: number, make: (nth: number) => Call) => {
    const statuses = new Map<number, number>();
    for (let nth = 0; nth < count; nth += 1) {
      const { statusCode } = await call(make(nth));
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
    return Object.fromEntries(statuses);
  };
  return { app, lookups, refused, readiness, call, flood };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
afterAll(() => database.close());

describe('rejected calls count towards the limit', () => {
  it('without a session on a route that requires one', async () => {
    const { flood } = await createBench();
    const path = '/api/v1/drivers-only';
    expect(await flood(CALLS + 5, () => ({ path }))).toEqual({ 401: CALLS, 429: 5 });
  });

  it('with invented tokens, few of which are looked up', async () => {
    const { flood, lookups } = await createBench();
    expect(await flood(50, (nth) => ({ headers: bearer(`made-up-${nth}`) }))).toEqual({ 204: 4, 429: 46 });
    expect(lookups).toHaveLength(4);
  });

  it('with one invented token, looked up once', async () => {
    const { flood, lookups } = await createBench();
    const headers = bearer('made-up');
    const path = '/api/v1/drivers-only';
    expect(await flood(CALLS, () => ({ path, headers }))).toEqual({ 401: 31, 429: 9 });
    expect(lookups).toHaveLength(1);
  });

  it('with the wrong role', async () => {
    const { flood } = await createBench();
    const headers = bearer('rider-token');
    const path = '/api/v1/drivers-only';
    expect(await flood(CALLS + 5, () => ({ path, headers }))).toEqual({ 403: CALLS, 429: 5 });
  });

  it('to a route that does not exist', async () => {
    const { flood } = await createBench();
    expect(await flood(CALLS + 5, () => ({ path: '/api/v1/nothing-here' }))).toEqual({ 404: CALLS, 429: 5 });
  });

  it('from a page of another site, before the session is looked up', async () => {
    const { flood, lookups } = await createBench();
    const headers = { cookie: 'kerb_session=rider-token', origin: 'https://elsewhere.example' };
    const made = { method: 'POST', path: '/api/v1/write', headers } as const;
    expect(await flood(CALLS + 5, () => made)).toEqual({ 403: CALLS, 429: 5 });
    expect(lookups).toEqual([]);
  });

  it('against the limit of the route itself', async () => {
    const { flood } = await createBench();
    const headers = bearer('rider-token');
    expect(await flood(5, () => ({ path: '/api/v1/limited', headers }))).toEqual({ 403: 3, 429: 2 });
  });
});

describe('above the limit of a user', () => {
  it('no session is looked up, and other users at the address are served', async () => {
    const { flood, call, lookups } = await createBench();
    const headers = bearer('rider-token');
    await flood(CALLS + 1, () => ({ headers }));
    lookups.length = 0;
    expect(await flood(5, () => ({ headers }))).toEqual({ 429: 5 });
    expect(lookups).toEqual([]);
    expect((await call({ headers: bearer('other-token') })).statusCode).toBe(204);
  });
});

describe('above the limit of an address', () => {
  it('no token is looked up for any caller, and the response says when to retry', async () => {
    const { flood, call, lookups } = await createBench();
    const tokens = ['rider-token', 'other-token'];
    await flood(CALLS * 10, (nth) => ({ headers: bearer(tokens[nth % 2] ?? '') }));
    lookups.length = 0;
    const answer = await call({ headers: bearer('rider-token') });
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.json()).toMatchObject({ code: 'too_many_requests' });
    expect(lookups).toEqual([]);
  });

  it('other addresses are served', async () => {
    const { flood, call } = await createBench();
    await flood(CALLS + 5, () => ({}));
    expect((await call({ from: '203.0.113.8' })).statusCode).toBe(204);
  });

  it('a recognised user is served when only the calls without a session are used up', async () => {
    const { flood, call } = await createBench();
    await call({ headers: bearer('rider-token') });
    await flood(CALLS + 5, () => ({}));
    expect((await call({ headers: bearer('rider-token') })).statusCode).toBe(204);
  });
});

it('the answer to a rejected call is delayed, and other calls are served meanwhile', async () => {
  const { flood, call } = await createBench({ refusalPauseMs: 300 });
  await flood(CALLS, () => ({}));
  const ended: string[] = [];
  const refused = call({}).then(({ statusCode }) => ended.push(`refused with ${statusCode}`));
  const served = call({ from: '203.0.113.8' }).then(({ statusCode }) =>
    ended.push(`served with ${statusCode}`),
  );
  await Promise.all([refused, served]);
  expect(ended).toEqual(['served with 204', 'refused with 429']);
});

it('all addresses of one IPv6 /64 count together', async () => {
  const { flood } = await createBench();
  const from = (nth: number) => `2001:db8:1:2::${nth.toString(16)}`;
  expect(await flood(CALLS + 5, (nth) => ({ from: from(nth) }))).toEqual({ 204: CALLS, 429: 5 });
  expect(await flood(3, () => ({ from: '2001:db8:1:3::1' }))).toEqual({ 204: 3 });
});

describe('operations', () => {
  it('are not rate limited, and look up no session', async () => {
    const { flood, lookups, refused } = await createBench();
    const headers = bearer('made-up');
    expect(await flood(CALLS * 2, () => ({ path: '/health', headers }))).toEqual({ 200: CALLS * 2 });
    expect(await flood(5, () => ({ path: '/metrics', headers }))).toEqual({ 404: 5 });
    const call = { code: 'not_logged_in', method: 'GET', route: '/metrics', by: null };
    expect(refused).toEqual(Array(5).fill({ ...call, address: '203.0.113.7' }));
    const known = bearer('token of the metrics');
    expect(await flood(1, () => ({ path: '/metrics', headers: known }))).toEqual({ 200: 1 });
    expect(refused).toHaveLength(5);
    expect(lookups).toEqual([]);
  });

  it('check readiness once a second, however many calls arrive', async () => {
    const { app, readiness } = await createBench();
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.inject({ url: '/ready' })));
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
    await app.inject({ url: '/ready' });
    expect(readiness.count).toBe(1);
  });
});
