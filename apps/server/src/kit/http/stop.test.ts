// Tests the orderly stop: running calls are answered, and connections without a call do not delay it.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { createMetrics } from '../observe/metrics.ts';
import { createBareServer } from '../testing/bare-server.ts';
import { createDrain } from './drain.ts';
import { mountOperations } from './operations.ts';
import { endCalls } from './server.ts';

/** A server with a call that is answered when released, and a promise that resolves when the call has begun. */
async function createServer() {
  const drain = createDrain(0);
  const app = await createBareServer({ isStopping: drain.isStopping });
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  app.get('/slow', async () => {
    begin();
    await released;
    return { done: true };
  });
  mountOperations(app, {
    readiness: { part: async () => true },
    drain,
    metrics: createMetrics(),
    metricsToken: undefined,
    isProduction: false,
    refused: { count: () => undefined },
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, origin, drain, begun, release };
}

/** Opens a connection; returns it with a promise that resolves when it is closed. */
async function openConnection(app: FastifyInstance, origin: string) {
  const accepted = once(app.server, 'connection');
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await accepted;
  return { socket, closed: once(socket, 'close') };
}

it('answers the running call and closes its connection', async () => {
  const { app, origin, drain, begun, release } = await createServer();
  const call = fetch(`${origin}/slow`);
  await begun;
  await drain.begin();
  const ended = endCalls(app);
  await expect(fetch(`${origin}/health`)).rejects.toThrow();
  release();
  const answer = await call;
  expect([answer.status, answer.headers.get('connection'), await answer.json()]).toEqual([
    200,
    'close',
    { done: true },
  ]);
  await ended;
});

it('closes idle connections at once', async () => {
  const { app, origin, begun, release } = await createServer();
  const call = fetch(`${origin}/slow`);
  await begun;
  const unused = await openConnection(app, origin);
  const half = await openConnection(app, origin);
  half.socket.write('GET /health HTTP/1.1\r\nHost: ');
  const ended = endCalls(app);
  await Promise.all([unused.closed, half.closed]);
  release();
  expect((await call).status).toBe(200);
  await ended;
});

it('aborts a call that takes too long', async () => {
  const { app, origin, begun } = await createServer();
  const call = fetch(`${origin}/slow`);
  await begun;
  await Promise.all([expect(call).rejects.toThrow(), endCalls(app, 20)]);
});

it('reports not ready when stopping begins, and accepts calls until load balancers have noticed', async () => {
  const { app, origin, drain } = await createServer();
  expect((await fetch(`${origin}/ready`)).status).toBe(200);
  await drain.begin();
  const answer = await fetch(`${origin}/ready`);
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { status: 'not ready', checks: { running: false } },
  ]);
  expect((await fetch(`${origin}/health`)).status).toBe(200);
  await app.close();
});
