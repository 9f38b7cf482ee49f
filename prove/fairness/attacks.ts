// Calls of an abusive caller: all kinds at a fixed rate, or a fixed number of each.
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** The server under attack, and the session that is abused. */
export interface AbuseTask {
  readonly origin: string;
  /** A rider's session. */
  readonly token: string;
  readonly carType: string;
}

/** Number of responses of each kind of call, by status. */
export type Answers = Record<string, Record<number, number>>;

/** Number of calls of each kind in a burst; for limited kinds it is above the limit. */
export interface BurstSize {
  /** Calls of each kind of oversized route. */
  readonly largeRoutes: number;
  readonly inventedTokens: number;
  readonly badOrigins: number;
  readonly noRoutes: number;
  readonly sockets: number;
}

export const wholeBurst: BurstSize = {
  largeRoutes: 3,
  inventedTokens: 1_000,
  badOrigins: 700,
  noRoutes: 1_500,
  sockets: 700,
};

/** Responses to a fixed number of calls and sockets from addresses that have not called before. */
export interface BurstReport {
  readonly answers: Answers;
  /** Live sockets of one address that were open at the same time at the end. */
  readonly sockets: number;
  readonly tookMs: number;
}

/** Load of one client machine: calls per second, and most calls that await their responses. */
const CALLS_PER_SECOND = 300;
const MAX_UNANSWERED = 200;
const TICK_MS = 10;

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const point = () => ({ lat: -34.905 + Math.random() * 0.03, lng: -56.19 + Math.random() * 0.06 });
const points = (count: number) => Array.from({ length: count }, point);
const place = () => ({ ...point(), add: 'Montevideo' });
const pair = ({ lat, lng }: { lat: number; lng: number }) => `${lat.toFixed(6)},${lng.toFixed(6)}`;

const directions = (stops: number): Call => ({
  method: 'GET',
  path: `/api/v1/maps/directions?start=${pair(point())}&dest=${pair(point())}&waypoints=${points(stops).map(pair).join('|')}`,
});

export const largeRoutes = ['matrix of 2,500 pairs', 'anonymous directions through 18 stops'] as const;

function attacksOf({ token, carType }: AbuseTask): Readonly<Record<string, () => Call>> {
  const rider = { authorization: `Bearer ${token}` };
  const matrix = (side: number): Call => ({
    method: 'POST',
    path: '/api/v1/maps/matrix',
    headers: rider,
    body: { start: points(side), dest: points(side) },
  });
  const estimate = (): Call => ({
    method: 'POST',
    path: '/api/v1/estimates',
    headers: rider,
    body: {
      pickup: place(),
      drop: place(),
      carType,
      waypoints: Array.from({ length: 20 }, place),
    },
  });
  const inventedToken = (): Call => ({
    method: 'GET',
    path: '/api/v1/me',
    headers: { authorization: `Bearer ${randomBytes(32).toString('base64url')}` },
  });
  const badOrigin = (): Call => ({
    method: 'POST',
    path: '/api/v1/estimates',
    headers: { cookie: `kerb_session=${token}`, origin: 'https://elsewhere.example' },
    body: {},
  });
  return {
    'matrix of 2,500 pairs': () => matrix(50),
    'matrix of 100 pairs': () => matrix(10),
    'estimate through 20 stops': estimate,
    'anonymous directions through 18 stops': () => directions(18),
    'anonymous directions through 5 stops': () => directions(5),
    'invented token': inventedToken,
    'bad origin': badOrigin,
    'wrong role': () => ({ method: 'GET', path: '/api/v1/users', headers: rider }),
    'no route': () => ({ method: 'GET', path: '/api/v1/nothing-here' }),
    ready: () => ({ method: 'GET', path: '/ready' }),
  };
}

async function repeat(count: number, atOnce: number, call: () => Promise<void>): Promise<void> {
  let left = count;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

const ADDRESS = '198.51.100.1';

export function createAbuser(task: AbuseTask) {
  const attacks = attacksOf(task);
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_UNANSWERED });
  const sockets = new Set<WebSocket>();
  const sent: Answers = {};
  let isRunning = true;

  /** Resolves when the call is answered or its connection is lost. */
  function send(attack: string, address: string, answers: Answers): Promise<void> {
    const make = attacks[attack];
    if (make === undefined) throw new Error(`There is no attack ${attack}`);
    const { method, path, headers, body } = make();
    const payload = body === undefined ? '' : JSON.stringify(body);
    const counts = answers[attack] ?? {};
    answers[attack] = counts;
    const describing = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(payload),
    };
    return new Promise((resolve) => {
      const call = request(
        new URL(path, task.origin),
        {
          method,
          agent,
          headers: { ...headers, 'x-forwarded-for': address, ...(payload === '' ? {} : describing) },
        },
        (answer) => {
          const status = answer.statusCode ?? 0;
          counts[status] = (counts[status] ?? 0) + 1;
          answer.resume();
          answer.on('close', resolve);
        },
      );
      call.on('error', () => resolve());
      call.end(payload);
    });
  }

  /** Opens a live socket and leaves it open; resolves when it is open or rejected. */
  function openSocket(address: string): Promise<void> {
    const url = `${task.origin.replace('http', 'ws')}/api/v1/live`;
    return new Promise((resolve) => {
      const socket = new WebSocket(url, { headers: { 'x-forwarded-for': address } });
      socket.once('open', () => {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
        resolve();
      });
      socket.on('error', () => resolve());
    });
  }

  return {
    /** Sends each kind of call in turn, including sockets, while few enough calls await their responses. */
    async flood(): Promise<void> {
      const kinds = [...Object.keys(attacks), 'live socket'];
      const begun = performance.now();
      let due = 0;
      let unanswered = 0;
      while (isRunning) {
        const now = ((performance.now() - begun) / 1000) * CALLS_PER_SECOND;
        for (; due < now; due += 1) {
          // A call without a free connection is skipped and not made up for later.
          if (unanswered >= MAX_UNANSWERED) continue;
          unanswered += 1;
          const kind = kinds[due % kinds.length] ?? '';
          const call = kind === 'live socket' ? openSocket(ADDRESS) : send(kind, ADDRESS, sent);
          void call.finally(() => {
            unanswered -= 1;
          });
        }
        await pause(TICK_MS);
      }
    },

    /** Ends the flood; returns its responses. */
    stop(): Answers {
      isRunning = false;
      return sent;
    },

    /**
     * Sends a fixed number of calls of each kind, each kind from an address that has not called before, so that the
     * number of accepted calls does not depend on the speed of the machine.
     */
    async burst(size: BurstSize): Promise<BurstReport> {
      const begun = performance.now();
      const answers: Answers = {};
      for (const attack of largeRoutes)
        await repeat(size.largeRoutes, 1, () => send(attack, '198.51.100.2', answers));
      await repeat(size.inventedTokens, 100, () => send('invented token', '198.51.100.3', answers));
      await repeat(size.badOrigins, 100, () => send('bad origin', '198.51.100.4', answers));
      await repeat(size.noRoutes, MAX_UNANSWERED, () => send('no route', '198.51.100.4', answers));
      await repeat(size.sockets, 50, () => openSocket('198.51.100.5'));
      return { answers, sockets: sockets.size, tookMs: performance.now() - begun };
    },

    close(): void {
      isRunning = false;
      for (const socket of sockets) socket.terminate();
      agent.destroy();
    },
  };
}
