// One port for several installations: calls are passed on to the one whose host name they ask for.
import { createServer, type IncomingMessage, Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { PROBLEM_TYPE } from './problem.ts';
import { bareHeaders } from './response-headers.ts';

export interface OtherHosts {
  /** The server for a Host header; null for the installation that listens, `away` for one that cannot answer now. */
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

/** As Fastify's own servers. */
const KEEP_ALIVE_MS = 72_000;
const RETRY_AFTER_SECS = 5;

const away = JSON.stringify({
  type: 'about:blank',
  title: 'This city cannot be reached at the moment',
  status: 503,
  code: 'unavailable',
});

/** The body is a problem as of every route; without a route there is no request id. */
function answerAway(response: ServerResponse, isProduction: boolean): void {
  response
    .writeHead(503, {
      ...bareHeaders(isProduction),
      'content-type': PROBLEM_TYPE,
      'retry-after': String(RETRY_AFTER_SECS),
    })
    .end(away);
}

/**
 * The server that listens, and where it passes on the upgrades that are for its own installation: a listener for
 * upgrades on the server itself would get those of the others too.
 */
export function createSharedServer(
  handle: Handler,
  { others, isProduction, requestTimeout, ...options }: SharedPortOptions,
): { server: Server; upgrades: Server } {
  const server = createServer({ ...options, requestTimeout }, (request, response) => {
    const other = others.serverOf(request.headers.host);
    if (other === null) handle(request, response);
    else if (other === 'away') answerAway(response, isProduction);
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
