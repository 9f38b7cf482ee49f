// Shares one port between several installations: each request goes to the installation with its host name.
import { createServer, type IncomingMessage, Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { PROBLEM_TYPE } from './problem.ts';
import { minimalHeaders } from './response-headers.ts';

export interface OtherHosts {
  /** The server for a Host header; null for the installation that owns the port, `away` for one that is unavailable. */
  serverOf(host: string | undefined): Server | 'away' | null;
}

export interface SharedPortOptions {
  others: OtherHosts;
  isProduction: boolean;
  headersTimeout: number;
  connectionsCheckingInterval: number;
  requestTimeout: number;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Same value as Fastify's own servers, ms. */
const KEEP_ALIVE_MS = 72_000;
const RETRY_AFTER_SECS = 5;

const away = JSON.stringify({
  type: 'about:blank',
  title: 'This city cannot be reached at the moment',
  status: 503,
  code: 'unavailable',
});

/** The body has the problem format of every route, but without a request id, because no route handled it. */
function answerUnavailable(response: ServerResponse, isProduction: boolean): void {
  response
    .writeHead(503, {
      ...minimalHeaders(isProduction),
      'content-type': PROBLEM_TYPE,
      'retry-after': String(RETRY_AFTER_SECS),
    })
    .end(away);
}

/**
 * `server` listens on the port. `upgrades` receives the WebSocket upgrades of the listening installation only: an
 * upgrade listener on `server` would also receive those of the others.
 */
export function createSharedServer(
  handle: Handler,
  { others, isProduction, requestTimeout, ...options }: SharedPortOptions,
): { server: Server; upgrades: Server } {
  const server = createServer({ ...options, requestTimeout }, (request, response) => {
    const other = others.serverOf(request.headers.host);
    if (other === null) handle(request, response);
    else if (other === 'away') answerUnavailable(response, isProduction);
    else other.emit('request', request, response);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const upgrades = new Server();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const other = others.serverOf(request.headers.host);
    if (other === 'away') socket.destroy();
    else (other ?? upgrades).emit('upgrade', request, socket, head);
  });
  return { server, upgrades };
}
