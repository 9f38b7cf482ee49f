// Sends non-essential calls at a fixed rate or one after the other, over raw connections, which use little processor
// time.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { z } from 'zod';

export const floodTask = z.object({
  origin: z.string(),
  /** Session tokens of an admin and of a rider. */
  admin: z.string(),
  rider: z.string(),
  carType: z.string(),
  ms: z.number(),
  /** Calls per second; null: each connection sends its next call after the response. */
  rate: z.number().nullable(),
  connections: z.number(),
});
export type FloodTask = z.infer<typeof floodTask>;

export const floodReport = z.object({
  sent: z.number(),
  /** Calls that were due while all connections awaited a response. */
  unsent: z.number(),
  succeeded: z.number(),
  shed: z.number(),
  silentlyShed: z.number(),
  /** Other statuses and lost connections, by name. */
  others: z.record(z.string(), z.number()),
  /** Response times of a sample, in ms. */
  succeededMs: z.array(z.number()),
});
export type FloodReport = z.infer<typeof floodReport>;

const TICK_MS = 5;
const SAMPLES = 5_000;
const point = () => ({ lat: -34.905 + Math.random() * 0.03, lng: -56.19 + Math.random() * 0.06 });
const place = () => ({ ...point(), add: 'Montevideo' });
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The bytes of each kind of call, in turn. */
function callsOf({ admin, rider, carType }: FloodTask): (() => string)[] {
  const head = (method: string, path: string, token: string) =>
    `${method} /api/v1${path} HTTP/1.1\r\nHost: here\r\nAuthorization: ${token}\r\n`;
  const get = (path: string) => () => `${head('GET', path, admin)}\r\n`;
  const estimate = () => {
    const body = JSON.stringify({ pickup: place(), drop: place(), carType });
    const length = Buffer.byteLength(body);
    return `${head('POST', '/estimates', rider)}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;
  };
  return [
    get('/bookings?limit=50'),
    estimate,
    get('/bookings?q=Ana&limit=20'),
    get('/users?usertype=rider&limit=50'),
    get('/reports/dashboard'),
    estimate,
    get('/bookings?limit=20&status=PAID'),
    get('/ledger/transactions?limit=20'),
  ];
}

interface Exchange {
  readonly status: number;
  readonly hasRetryAfter: boolean;
}

/** Reads the responses of one connection, each of which has a Content-Length. */
class Connection {
  #socket: Socket | undefined;
  #buffer: Buffer = Buffer.alloc(0);
  #done: ((exchange: Exchange) => void) | undefined;
  readonly #host: string;
  readonly #port: number;

  constructor(origin: string) {
    const { hostname, port } = new URL(origin);
    this.#host = hostname;
    this.#port = Number(port);
  }

  async exchange(request: string): Promise<Exchange> {
    const socket = this.#socket ?? (await this.#open());
    return new Promise((resolve) => {
      this.#done = resolve;
      if (socket.destroyed) this.#end({ status: 0, hasRetryAfter: false });
      else socket.write(request);
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  async #open(): Promise<Socket> {
    const socket = connect(this.#port, this.#host);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('data', (part) => this.#read(part));
    socket.on('close', () => {
      this.#socket = undefined;
      this.#end({ status: 0, hasRetryAfter: false });
    });
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    if (!socket.destroyed) this.#socket = socket;
    return socket;
  }

  #read(part: Buffer): void {
    this.#buffer = this.#buffer.length === 0 ? part : Buffer.concat([this.#buffer, part]);
    const headEnd = this.#buffer.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#buffer.toString('latin1', 0, headEnd).toLowerCase();
    const length = Number(/content-length: (\d+)/.exec(head)?.[1] ?? 0);
    if (this.#buffer.length < headEnd + 4 + length) return;
    this.#buffer = Buffer.alloc(0);
    this.#end({ status: Number(head.slice(9, 12)), hasRetryAfter: head.includes('\r\nretry-after: ') });
  }

  #end(exchange: Exchange): void {
    const done = this.#done;
    this.#done = undefined;
    this.#buffer = Buffer.alloc(0);
    done?.(exchange);
  }
}

export async function flood(task: FloodTask): Promise<FloodReport> {
  const calls = callsOf(task);
  const all = Array.from({ length: task.connections }, () => new Connection(task.origin));
  const free = [...all];
  const report: FloodReport = {
    sent: 0,
    unsent: 0,
    succeeded: 0,
    shed: 0,
    silentlyShed: 0,
    others: {},
    succeededMs: [],
  };
  const endsAt = performance.now() + task.ms;

  function count({ status, hasRetryAfter }: Exchange, ms: number): void {
    if (status >= 200 && status < 300) {
      report.succeeded += 1;
      if (report.succeededMs.length < SAMPLES) report.succeededMs.push(ms);
    } else if (status === 503) {
      report.shed += 1;
      if (!hasRetryAfter) report.silentlyShed += 1;
    } else {
      const name = String(status);
      report.others[name] = (report.others[name] ?? 0) + 1;
    }
  }

  async function send(connection: Connection): Promise<void> {
    const call = calls[report.sent % calls.length];
    report.sent += 1;
    const begun = performance.now();
    const exchange = await connection.exchange(call?.() ?? '');
    // A call that is not answered before the end is only counted as sent.
    if (performance.now() < endsAt) count(exchange, performance.now() - begun);
  }

  async function sendOneAfterTheOther(): Promise<void> {
    const work = async (connection: Connection) => {
      while (performance.now() < endsAt) await send(connection);
    };
    await Promise.all(all.map(work));
  }

  async function sendAtRate(rate: number): Promise<void> {
    const begun = performance.now();
    for (let due = 0; performance.now() < endsAt; ) {
      const now = ((performance.now() - begun) / 1_000) * rate;
      for (; due < now; due += 1) {
        const connection = free.pop();
        if (connection === undefined) {
          report.unsent += 1;
          continue;
        }
        void send(connection).finally(() => free.push(connection));
      }
      await wait(TICK_MS);
    }
  }

  await (task.rate === null ? sendOneAfterTheOther() : sendAtRate(task.rate));
  for (const connection of all) connection.close();
  return report;
}
