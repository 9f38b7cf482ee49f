// Tests HAProxy and nginx with the configurations of deploy/ in front of two servers: allowed and blocked requests, and
// failing servers.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { freePort } from '../../apps/server/src/kit/postgres/free-port.ts';
import { readSource, root } from './source-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-proxies-'));
const certificate = join(folder, 'certificate.pem');
const key = join(folder, 'key.pem');
const both = join(folder, 'both.pem');
const started: ChildProcess[] = [];
const servers: Server[] = [];
/** Names of the servers that failed a health check, in order; null while they pass it. */
let failedChecks: string[] | null = null;

/**
 * Starts a server that responds to each request with its name, the path and the headers, and to each WebSocket message
 * with the message and its name.
 */
async function startServer(name: string): Promise<Server> {
  const server = createServer((incoming, response) => {
    if (incoming.url === '/ready' && failedChecks !== null) {
      failedChecks.push(name);
      response.statusCode = 503;
    }
    response.end(JSON.stringify({ name, path: incoming.url, headers: incoming.headers }));
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) =>
    socket.on('message', (message) => socket.send(`${message} at ${name}`)),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function closed(socket: WebSocket): Promise<void> {
  const end = once(socket, 'close');
  socket.close();
  await end;
}

/** Stops the server and closes its open connections, as the end of its process would. */
async function stopServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

interface Ports {
  http: number;
  https: number;
  first: number;
  second: number;
}

/** `secondName` replaces the address of the second server by a host name, which HAProxy resolves at `dns`. */
interface Naming {
  secondName?: string;
  dns?: string;
}

const startHaproxy = (
  { http, https, first, second }: Ports,
  { secondName = '127.0.0.1', dns }: Naming = {},
): ChildProcess =>
  spawn(process.env.HAPROXY_PATH ?? 'haproxy', ['-db', '-f', join(root, 'deploy/haproxy/haproxy.cfg')], {
    stdio: 'ignore',
    env: {
      ...process.env,
      KERB_HTTP: `127.0.0.1:${http}`,
      KERB_HTTPS: `127.0.0.1:${https}`,
      KERB_CERTIFICATE: both,
      KERB_SERVER_1: `127.0.0.1:${first}`,
      KERB_SERVER_2: `${secondName}:${second}`,
      ...(dns === undefined ? {} : { KERB_DNS: dns }),
    },
  });

function startNginx({ http, https, first, second }: Ports): ChildProcess {
  const site = readSource('deploy/nginx/kerb.conf')
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${https} ssl;`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${first}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${second}`)
    .replace('/etc/ssl/ride.example.pem', certificate)
    .replace('/etc/ssl/ride.example.key', key);
  writeFileSync(join(folder, 'kerb.conf'), site);
  const main = `daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include ${folder}/kerb.conf;
}
`;
  writeFileSync(join(folder, 'nginx.conf'), main);
  return spawn(process.env.NGINX_PATH ?? 'nginx', ['-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
}

interface Answer {
  status: number;
  location: string | undefined;
  body: string;
}

/** Sends a request over TLS to the proxy without verifying its self-signed certificate. */
function call(port: number, path: string, headers: IncomingHttpHeaders = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        rejectUnauthorized: false,
        agent: false,
        headers: { host: 'ride.example', ...headers },
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          body += part;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, location: response.headers.location, body }),
        );
      },
    );
    sent.once('error', reject).end();
  });
}

const answered = z.object({ name: z.string(), path: z.string(), headers: z.record(z.string(), z.unknown()) });

/** Sends a request over plain HTTP, as a browser does for an address typed without https. */
async function callWithoutTls(port: number, path: string, method = 'GET'): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, redirect: 'manual' });
  return {
    status: response.status,
    location: response.headers.get('location') ?? undefined,
    body: await response.text(),
  };
}

beforeAll(() => {
  execFileSync(
    'openssl',
    `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=ride.example -keyout ${key} -out ${certificate}`.split(
      ' ',
    ),
    { stdio: 'ignore' },
  );
  writeFileSync(both, execFileSync('cat', [certificate, key]));
});

afterAll(async () => {
  for (const program of started.filter(({ exitCode }) => exitCode === null)) {
    const ended = once(program, 'exit');
    program.kill('SIGTERM');
    await ended;
  }
  for (const server of servers) if (server.listening) await stopServer(server);
  rmSync(folder, { recursive: true, force: true });
});

describe.each([
  ['HAProxy', (ports: Ports) => startHaproxy(ports)],
  ['nginx', startNginx],
])('%s', (_, start) => {
  let first: Server;
  let second: Server;
  let ports: Ports;

  beforeAll(async () => {
    first = await startServer('first');
    second = await startServer('second');
    ports = {
      http: await freePort(),
      https: await freePort(),
      first: portOf(first),
      second: portOf(second),
    };
    started.push(start(ports));
    await vi.waitFor(async () => expect((await call(ports.https, '/')).status).toBe(200), {
      timeout: 10_000,
    });
  });

  it('forwards a call with the host, and with only the real address and protocol of its caller', async () => {
    const forged = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'evil.example',
    };
    const { status, body } = await call(ports.https, '/api/v1/settings?x=1', forged);
    expect(status).toBe(200);
    const { path, headers } = answered.parse(JSON.parse(body));
    expect(path).toBe('/api/v1/settings?x=1');
    expect(headers).toMatchObject({
      host: 'ride.example',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
    });
    expect(headers['x-forwarded-host'] ?? '').toBe('');
  });

  it('rejects requests for the metrics', async () => {
    expect((await call(ports.https, '/metrics')).status).toBe(403);
  });

  it('redirects pages to https, and rejects API calls without it', async () => {
    const page = await callWithoutTls(ports.http, '/login');
    expect(page.status).toBe(308);
    expect(page.location).toMatch(/^https:\/\/.*\/login$/);
    expect((await callWithoutTls(ports.http, '/api/v1/settings')).status).toBe(403);
    // A hosted function, which takes a password.
    expect((await callWithoutTls(ports.http, '/send_notification', 'POST')).status).toBe(403);
  });

  it('forwards live sockets', async () => {
    const socket = new WebSocket(`wss://127.0.0.1:${ports.https}/api/v1/live`, { rejectUnauthorized: false });
    await once(socket, 'open');
    socket.send('a message');
    const [message] = await once(socket, 'message');
    expect(String(message)).toMatch(/^a message at (first|second)$/);
    socket.terminate();
  });

  it('spreads calls over both servers while one has most of the sockets', async () => {
    const url = `wss://127.0.0.1:${ports.https}/api/v1/live`;
    const open = async () => {
      const socket = new WebSocket(url, { rejectUnauthorized: false });
      await once(socket, 'open');
      socket.send('open');
      const [message] = await once(socket, 'message');
      return { socket, at: String(message).split(' ').at(-1) };
    };
    const sockets = [];
    for (let nth = 0; nth < 8; nth += 1) sockets.push(await open());
    // Closing the sockets of the second server simulates its restart.
    for (const { socket, at } of sockets) if (at === 'second') await closed(socket);
    const names: string[] = [];
    for (let nth = 0; nth < 8; nth += 1)
      names.push(answered.parse(JSON.parse((await call(ports.https, '/')).body)).name);
    expect(names.filter((name) => name === 'first').length).toBeGreaterThanOrEqual(2);
    for (const { socket } of sockets) socket.terminate();
  });

  it('uses the other server when one is stopped', async () => {
    const before = await Promise.all(Array.from({ length: 10 }, () => call(ports.https, '/')));
    const names = before.map(({ body }) => answered.parse(JSON.parse(body)).name);
    expect(new Set(names)).toEqual(new Set(['first', 'second']));
    await stopServer(first);
    const after = await Promise.all(Array.from({ length: 10 }, () => call(ports.https, '/')));
    expect(after.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(after.map(({ body }) => answered.parse(JSON.parse(body)).name)).toEqual(
      Array.from({ length: 10 }, () => 'second'),
    );
  });
});

describe('HAProxy, while all servers fail their health checks', () => {
  it('still forwards calls and live sockets', async () => {
    const first = await startServer('first');
    const second = await startServer('second');
    const ports = {
      http: await freePort(),
      https: await freePort(),
      first: portOf(first),
      second: portOf(second),
    };
    const failed: string[] = [];
    failedChecks = failed;
    try {
      started.push(startHaproxy(ports));
      await vi.waitFor(
        () => {
          for (const name of ['first', 'second'])
            expect(failed.filter((one) => one === name).length).toBeGreaterThan(2);
        },
        { timeout: 20_000 },
      );
      expect((await call(ports.https, '/')).status).toBe(200);
      const socket = new WebSocket(`wss://127.0.0.1:${ports.https}/api/v1/live`, {
        rejectUnauthorized: false,
      });
      await once(socket, 'open');
      socket.terminate();
    } finally {
      failedChecks = null;
    }
  });
});

/** Starts a DNS server that resolves every name to 127.0.0.1 while `knows` returns true, and otherwise knows none. */
async function startDns(knows: () => boolean): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.on('message', (query, sender) => {
    // The header has 12 bytes; the question is the name, which a zero ends, its type and its class.
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const isAddress = question.readUInt16BE(question.length - 4) === 1;
    const answers = knows() && isAddress ? 1 : 0;
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    // A response that recursion was available for; its last digit is the result: 3 is NXDOMAIN.
    header.writeUInt16BE(knows() ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers, 6);
    // The name of the question, type A, class IN, valid for a second, 4 bytes.
    const address = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, 127, 0, 0, 1]);
    const response = Buffer.concat([header, question, address.subarray(0, answers * address.length)]);
    socket.send(response, sender.port, sender.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

describe('HAProxy, while the name of a server cannot be resolved', () => {
  const namesOf = async (https: number): Promise<Set<string>> => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => call(https, '/')));
    return new Set(answers.map(({ body }) => answered.parse(JSON.parse(body)).name));
  };

  it('starts and forwards calls to the other server, and takes the server in when its name is known', async () => {
    const ports = {
      http: await freePort(),
      https: await freePort(),
      first: portOf(await startServer('first')),
      second: portOf(await startServer('second')),
    };
    let isKnown = false;
    const dns = await startDns(() => isKnown);
    try {
      const secondName = 'kerb-2.invalid';
      started.push(startHaproxy(ports, { secondName, dns: `127.0.0.1:${dns.address().port}` }));
      const namesAre = (...names: string[]) =>
        vi.waitFor(async () => expect(await namesOf(ports.https)).toEqual(new Set(names)), {
          timeout: 20_000,
          interval: 250,
        });
      await namesAre('first');
      isKnown = true;
      await namesAre('first', 'second');
    } finally {
      dns.close();
    }
  });
});
