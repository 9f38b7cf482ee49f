// Clients that cost a server memory or connections: slow headers, slow bodies, idle sockets, huge bodies, header floods.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ClientLimits } from '../../apps/server/src/kit/http/client-limits.ts';

export interface HostileSize {
  readonly slow: number;
  readonly idle: number;
  readonly bodyBytes: number;
}

export interface Target {
  readonly origin: string;
  /** The limits that the server must enforce. */
  readonly limits: ClientLimits;
  connections(): number;
  /** How much longer than its limit a slow client may stay connected, because the machine may be busy. */
  readonly graceMs: number;
}

/** Half of a request; `\r\n\r\n` would end the headers. */
const SLOW_HEADERS = 'GET /api/v1/settings HTTP/1.1\r\nHost: here\r\nX-Slow: ';
const SLOW_BODY =
  'POST /api/v1/auth/otp HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
const HEADERS = 3_000;
const HEADER_BYTES = 200;
/** Number of sockets that are opened together. */
const AT_ONCE = 200;
const CHUNK_BYTES = 64 * 1024;
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

/** Raw connections to the server, and the data received on them. */
function createSockets(origin: string) {
  const { hostname, port } = new URL(origin);
  const sockets = new Set<Socket>();

  async function open(firstBytes = ''): Promise<Socket> {
    const socket = connect(Number(port), hostname);
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    if (firstBytes !== '') socket.write(firstBytes);
    return socket;
  }

  /** Whether the server closes the connection within the time. */
  function isEnded(socket: Socket, withinMs: number): Promise<boolean> {
    if (socket.closed) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), withinMs);
      const end = () => {
        clearTimeout(timer);
        resolve(true);
      };
      socket.once('end', end);
      socket.once('close', end);
      socket.resume();
    });
  }

  /** The received part of the response to the written data. */
  async function answerTo(write: (socket: Socket) => Promise<void>): Promise<string> {
    const socket = await open();
    let answer = '';
    socket.setEncoding('utf8');
    const came = new Promise<void>((resolve) => {
      socket.on('data', (part) => {
        answer += part;
        resolve();
      });
      socket.once('close', () => resolve());
    });
    await Promise.race([write(socket), came]);
    await came;
    socket.destroy();
    return answer;
  }

  return {
    open,
    isEnded,
    answerTo,
    close(): void {
      for (const socket of sockets) socket.destroy();
    },
  };
}

export function createHostileClients({ origin, limits, connections, graceMs }: Target) {
  const { open, isEnded, answerTo, close } = createSockets(origin);

  async function stayOpen(what: string, firstBytes: string, count: number, withinMs: number) {
    const slow = await Promise.all(Array.from({ length: count }, () => open(firstBytes)));
    const mostMs = withinMs + limits.examinedEveryMs + graceMs;
    const ended = await Promise.all(slow.map((socket) => isEnded(socket, mostMs)));
    const left = ended.filter((isDone) => !isDone).length;
    return left > 0 ? [`${what}: ${left} of ${count} connections were open after ${mostMs} ms`] : [];
  }

  /**
   * Writes chunks without a Content-Length, so that the server must count; waits for back-pressure like a client with a
   * fast network.
   */
  async function writeChunks(socket: Socket, bytes: number): Promise<void> {
    socket.write(
      'POST /api/v1/auth/otp HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    const chunk = `${CHUNK_BYTES.toString(16)}\r\n${' '.repeat(CHUNK_BYTES)}\r\n`;
    for (let written = 0; written < bytes && !socket.destroyed; written += CHUNK_BYTES)
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    if (!socket.destroyed) socket.write('0\r\n\r\n');
  }

  async function sendHugeBody(bytes: number): Promise<string[]> {
    const status = statusOf(await answerTo((socket) => writeChunks(socket, bytes)));
    return status === 413 ? [] : [`a body of ${bytes} bytes was answered ${status}`];
  }

  async function floodHeaders(): Promise<string[]> {
    const header = `X-Flood: ${'a'.repeat(HEADER_BYTES)}\r\n`;
    const answer = await answerTo(async (socket) => {
      socket.write(`GET /api/v1/settings HTTP/1.1\r\nHost: here\r\n${header.repeat(HEADERS)}\r\n`);
    });
    // The connection may be reset before its response is read.
    const status = statusOf(answer);
    return status === 0 || (status >= 400 && status < 500)
      ? []
      : [`a flood of headers was answered ${status}`];
  }

  async function stayIdle(count: number): Promise<string[]> {
    for (let opened = 0; opened < count; opened += AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - opened) }, () => open()));
    const newcomer = await answerTo(async (socket) => {
      socket.write('GET /api/v1/cartypes HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n');
    });
    const found: string[] = [];
    if (statusOf(newcomer) !== 200)
      found.push(`a call beside idle sockets was answered ${statusOf(newcomer)}`);
    const left = connections();
    // Connections whose calls are being handled do not count as waiting.
    const most = limits.waiting + AT_ONCE;
    if (left > most) found.push(`idle sockets: ${left} are open, at most ${most} are allowed`);
    return found;
  }

  return {
    slowHeaders: (count: number) => stayOpen('slow headers', SLOW_HEADERS, count, limits.headersWithinMs),
    slowBodies: (count: number) => stayOpen('slow bodies', SLOW_BODY, count, limits.requestWithinMs),
    sendHugeBody,
    floodHeaders,
    stayIdle,
    close,
  };
}
