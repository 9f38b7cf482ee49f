// Tests that copies of the listening socket accept connections, and that a stop waits for what they accepted.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { createBareServer } from '../testing/bare-server.ts';
import { createAcceptors } from './acceptors.ts';
import { endCalls } from './server.ts';

const CLIENTS = 60;
const ACCEPTORS = 10;
const BACKLOG = 100;

const clients: Socket[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});

function connectTo(server: Server): Socket {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

async function listen(): Promise<Server> {
  const server = createServer((_, response) => response.end('answered'));
  server.listen(0, '127.0.0.1', BACKLOG);
  await once(server, 'listening');
  return server;
}

/** Number of turns of the event loop in which the server accepts connections that are opened at once. */
async function turnsToAccept(server: Server): Promise<number> {
  let turn = 0;
  let accepted = 0;
  const turnsUsed = new Set<number>();
  const done = new Promise<void>((resolve) => {
    server.on('connection', function count() {
      turnsUsed.add(turn);
      accepted += 1;
      if (accepted < CLIENTS) return;
      server.off('connection', count);
      resolve();
    });
  });
  let isOver = false;
  const countTurns = () => {
    turn += 1;
    if (!isOver) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  for (let client = 0; client < CLIENTS; client += 1) connectTo(server);
  await done;
  isOver = true;
  return turnsUsed.size;
}

it('accepts as many connections in a turn as there are sockets', async () => {
  const alone = await listen();
  expect(await turnsToAccept(alone)).toBe(CLIENTS);
  alone.close();
  const server = await listen();
  const acceptors = createAcceptors(server, { count: ACCEPTORS, backlog: BACKLOG });
  await acceptors.open();
  expect(await turnsToAccept(server)).toBe(CLIENTS / ACCEPTORS);
  server.close();
});

it('stops with the server, after the running calls are answered', async () => {
  const app = await createBareServer({ acceptors: ACCEPTORS });
  const order: string[] = [];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let running = 0;
  app.get('/slow', async () => {
    running += 1;
    await released;
    order.push('answered');
    return {};
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  await vi.waitFor(async () => expect(await turnsToAccept(app.server)).toBe(CLIENTS / ACCEPTORS), 10_000);
  const calls = Array.from({ length: ACCEPTORS }, () => fetch(`${origin}/slow`));
  await vi.waitFor(() => expect(running).toBe(ACCEPTORS));
  const ended = endCalls(app).then(() => order.push('ended'));
  await expect(fetch(`${origin}/slow`)).rejects.toThrow();
  release();
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  await ended;
  expect(statuses).toEqual(Array.from({ length: ACCEPTORS }, () => 200));
  expect(order).toEqual([...Array.from({ length: ACCEPTORS }, () => 'answered'), 'ended']);
});

it('waits for the connections that the copies accepted', async () => {
  const server = await listen();
  const acceptors = createAcceptors(server, { count: ACCEPTORS, backlog: BACKLOG });
  await acceptors.open();
  const accepted: Socket[] = [];
  server.on('connection', (connection) => accepted.push(connection));
  await turnsToAccept(server);
  const openWhenClosed = acceptors.close().then(() => accepted.filter(({ destroyed }) => !destroyed).length);
  for (const client of clients) client.end();
  expect(await openWhenClosed).toBeLessThanOrEqual(CLIENTS / ACCEPTORS);
  server.close();
});

it('accepts nothing more on the copies when it is closed', async () => {
  const server = await listen();
  const acceptors = createAcceptors(server, { count: ACCEPTORS, backlog: BACKLOG });
  await acceptors.open();
  await acceptors.close();
  expect(await turnsToAccept(server)).toBe(CLIENTS);
  server.close();
});

it('reports that a server which does not listen cannot be copied', async () => {
  const acceptors = createAcceptors(createServer(), { count: ACCEPTORS, backlog: BACKLOG });
  await expect(acceptors.open()).rejects.toThrow('The server has no socket');
});
