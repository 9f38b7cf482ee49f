// Tests that calls and upgrades reach only the installation with their host name.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createSharedServer, type OtherHosts } from './shared-port.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Answers calls and sockets with the installation's name; `upgrades` emits its upgrade requests. */
function greetSockets(upgrades: Server, name: string): void {
  const sockets = new WebSocketServer({ noServer: true });
  upgrades.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (client) => client.send(name)),
  );
}

function anInstallation(name: string): Server {
  const server = createServer((_, response) => response.end(name));
  greetSockets(server, name);
  return server;
}

async function share(others: OtherHosts): Promise<number> {
  const { server, upgrades } = createSharedServer((_, response) => response.end('first'), {
    others,
    isProduction: true,
    headersTimeout: 1_000,
    connectionsCheckingInterval: 1_000,
    requestTimeout: 2_000,
  });
  greetSockets(upgrades, 'first');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const rivera = anInstallation('rivera');
const hosts: OtherHosts = {
  serverOf: (host) => {
    if (host?.startsWith('rivera.example')) return rivera;
    return host?.startsWith('away.example') ? 'away' : null;
  },
};

/** Does not use `fetch`, which sets the Host header itself. */
async function call(port: number, host: string): Promise<{ status: number; text: string; retry: unknown }> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', headers: { host } }, (answer) => {
      let text = '';
      answer.on('data', (part) => {
        text += String(part);
      });
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text, retry: answer.headers['retry-after'] }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

const greeting = (port: number, host: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { headers: { host } });
    ends.push(() => socket.terminate());
    socket.on('message', (message) => resolve(String(message)));
    socket.on('error', () => resolve('refused'));
  });

test('routes a call to the installation of its host, or to the first one', async () => {
  const port = await share(hosts);
  expect((await call(port, 'rivera.example:3000')).text).toBe('rivera');
  expect((await call(port, 'kerb.example')).text).toBe('first');
  expect((await call(port, '10.0.0.1')).text).toBe('first');
});

test('routes a WebSocket to the installation of its host', async () => {
  const port = await share(hosts);
  expect(await greeting(port, 'rivera.example')).toBe('rivera');
  expect(await greeting(port, 'kerb.example')).toBe('first');
});

test('answers 503 for an installation that is down, without routing the call to another one', async () => {
  const port = await share(hosts);
  const answer = await call(port, 'away.example');
  expect(answer).toMatchObject({ status: 503, retry: '5' });
  expect(JSON.parse(answer.text)).toMatchObject({ code: 'unavailable', status: 503 });
  expect(await greeting(port, 'away.example')).toBe('refused');
});
