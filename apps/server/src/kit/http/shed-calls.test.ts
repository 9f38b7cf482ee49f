// Tests answers to calls on an overloaded server, and that every call releases its slot regardless of how it ends.
import { once } from 'node:events';
import { connect } from 'node:net';
import { routes } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { afterEach, expect, it } from 'vitest';
import { createMetrics } from '../observe/metrics.ts';
import { createBareServer } from '../testing/bare-server.ts';
import { createAdmission } from './admission.ts';
import { defaultClientLimits } from './client-limits.ts';
import type { HttpOptions } from './server.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A server that admits one deferrable call at a time. Its route `/slow` answers once `finish` is called. */
async function overloaded(limits: Partial<HttpOptions['limits']> = {}) {
  const metrics = createMetrics();
  const app = await createBareServer({
    metrics,
    trustProxy: true,
    limits: { callsPerMinute: 100_000, scale: 1, eventLoopDelayMs: 0, ...limits },
    shedding: {
      createAdmission: (deps) => {
        let isLate = true;
        const admission = createAdmission({ ...deps, isLate: () => isLate });
        const leaves = Array.from({ length: 12 }, () => admission.admit('essential'));
        for (let time = 0; time < 10; time += 1) admission.adjust();
        for (const leave of leaves) leave();
        isLate = false;
        admission.adjust();
        // Keeps the server's timer from changing the limit.
        return { ...admission, adjust: () => undefined };
      },
    },
  });
  closing.push(() => app.close());
  const deferrable = { config: { definition: routes.createEstimate } };
  let finish: () => void = () => undefined;
  app.get(
    '/slow',
    deferrable,
    () =>
      new Promise((resolve) => {
        finish = () => resolve({ done: true });
      }),
  );
  app.post('/deferrable', deferrable, async () => ({ done: true }));
  app.get('/failing', deferrable, async () => {
    throw new DomainError('not_found');
  });
  app.get('/essential', { config: { definition: routes.getSession } }, async () => ({ done: true }));
  app.get('/health', { config: { isOperation: true } }, async () => ({ status: 'ok' }));
  const origin = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  return {
    app,
    metrics,
    finish: () => finish(),
    socket() {
      const socket = connect(Number(origin.port), origin.hostname);
      socket.on('error', () => undefined);
      closing.push(async () => socket.destroy());
      return socket;
    },
    statusOf: async (url: string, payload?: object) =>
      (await app.inject(payload ? { method: 'POST', url, payload } : { method: 'GET', url })).statusCode,
  };
}

it('answers a call beyond the limit with 503, a problem and Retry-After, and counts it', async () => {
  const { app, metrics, finish, statusOf } = await overloaded();
  const slow = app.inject('/slow');
  await expect.poll(() => statusOf('/failing')).toBe(503);
  const refused = await app.inject({ method: 'POST', url: '/deferrable', payload: { a: 1 } });
  expect([refused.statusCode, refused.headers['content-type']]).toEqual([503, 'application/problem+json']);
  expect(refused.json()).toMatchObject({ code: 'overloaded', status: 503 });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(2);
  expect(refused.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'strict-transport-security': expect.any(String),
  });
  const { values } = await metrics.shed.get();
  expect(values).toEqual([{ value: expect.any(Number), labels: { class: 'deferrable' } }]);
  const seconds = await metrics.httpSeconds.get();
  const sums = seconds.values.filter(({ metricName }) => metricName === 'kerb_http_request_seconds_sum');
  expect(sums.every(({ value }) => value < 60)).toBe(true);
  expect([await statusOf('/essential'), await statusOf('/health')]).toEqual([200, 200]);
  finish();
  expect((await slow).statusCode).toBe(200);
  expect(await statusOf('/deferrable', {})).toBe(200);
});

it('releases the slot after a success, a failure and an unreadable body', async () => {
  const { app, statusOf } = await overloaded();
  for (let call = 0; call < 5; call += 1) {
    expect(await statusOf('/deferrable', { a: 1 })).toBe(200);
    expect(await statusOf('/failing')).toBe(404);
    const unreadable = await app.inject({
      method: 'POST',
      url: '/deferrable',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    });
    expect(unreadable.statusCode).toBe(400);
  }
});

it('does not keep connections whose bodies could not be read', async () => {
  const app = await createBareServer({
    // A connection beyond the limit would be closed, which the connections of injected calls cannot be.
    clients: { ...defaultClientLimits, waiting: 2 },
    listens: false,
  });
  closing.push(() => app.close());
  app.post('/calls', async () => ({ done: true }));
  const headers = { 'content-type': 'application/json' };
  const statuses: number[] = [];
  for (let call = 0; call < 4; call += 1)
    statuses.push((await app.inject({ method: 'POST', url: '/calls', headers, payload: '{' })).statusCode);
  expect(statuses).toEqual([400, 400, 400, 400]);
});

it('takes no slot for an upgrade on a route without a live socket', async () => {
  const { socket, statusOf } = await overloaded();
  const upgraded = socket();
  const answered = once(upgraded, 'data');
  upgraded.write(
    [
      'GET /failing HTTP/1.1',
      'Host: here',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      '',
      '',
    ].join('\r\n'),
  );
  await answered;
  expect(await statusOf('/failing')).toBe(404);
});

it('releases the slot when a client disconnects before the answer', async () => {
  const { socket, finish, statusOf } = await overloaded();
  const gone = socket();
  gone.write('GET /slow HTTP/1.1\r\nHost: here\r\n\r\n');
  await expect.poll(() => statusOf('/failing')).toBe(503);
  gone.destroy();
  // The client disconnected, but the work continues and holds its slot until it is done.
  expect(await statusOf('/failing')).toBe(503);
  finish();
  await expect.poll(() => statusOf('/failing')).toBe(404);
});

it('takes no slot for a client that has not sent its whole body', async () => {
  const { socket, statusOf } = await overloaded();
  const slow = socket();
  const head =
    'POST /deferrable HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n';
  slow.write(`${head}{"a"`);
  await once(slow, 'connect');
  for (let call = 0; call < 20; call += 1) expect(await statusOf('/failing')).toBe(404);
  const answered = once(slow, 'data');
  slow.write(': 1}');
  expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 200 /);
});

it('rejects a call without waiting for its body', async () => {
  const { app, socket, finish, statusOf } = await overloaded();
  const slow = app.inject('/slow');
  await expect.poll(() => statusOf('/failing')).toBe(503);
  const refused = socket();
  const answered = once(refused, 'data');
  refused.write('POST /deferrable HTTP/1.1\r\nHost: here\r\nContent-Length: 200000\r\n\r\n');
  expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 503 /);
  finish();
  await slow;
});

it('does not count a refused call towards the limit of its address', async () => {
  const { app, finish, statusOf } = await overloaded({ callsPerMinute: 1 });
  const slow = app.inject({ method: 'GET', url: '/slow', headers: { 'x-forwarded-for': '203.0.113.9' } });
  await expect.poll(() => statusOf('/failing')).toBe(503);
  const call = () =>
    app.inject({ method: 'GET', url: '/failing', headers: { 'x-forwarded-for': '198.51.100.1' } });
  // Together more calls than an address may make in a minute.
  for (let time = 0; time < 2; time += 1) {
    const answers = await Promise.all(Array.from({ length: 8 }, call));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 503));
  }
  finish();
  await slow;
  expect((await call()).statusCode).toBe(404);
});

it('takes no slot for a caller beyond the limit, whose answer is delayed', async () => {
  const { app } = await overloaded({ callsPerMinute: 1, refusalPauseMs: 60_000 });
  const call = (address: string) =>
    app.inject({ method: 'GET', url: '/failing', headers: { 'x-forwarded-for': address } });
  expect((await call('198.51.100.1')).statusCode).toBe(404);
  // Beyond the limit of calls without a session, and after ten more beyond that of all calls of an address.
  const delayed = Array.from({ length: 20 }, () => call('198.51.100.1'));
  for (let other = 1; other <= 5; other += 1) expect((await call(`203.0.113.${other}`)).statusCode).toBe(404);
  expect(delayed).toHaveLength(20);
});
