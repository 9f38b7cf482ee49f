// A small HTTP server on loopback that simulates a provider: routes by method and path, and a switch that makes it
// fail.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CounterpartCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  json(): unknown;
  form(): URLSearchParams;
}

export interface CounterpartReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: unknown;
}

export interface CounterpartServer {
  readonly url: string;
  /** While true, every call is answered with 503. */
  breakDown(broken: boolean): void;
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** An exception in a handler means that the caller violated the protocol: it is answered with 500 and the reason. */
export async function startCounterpart(
  handle: (call: CounterpartCall) => CounterpartReply | Promise<CounterpartReply>,
): Promise<CounterpartServer> {
  let isBroken = false;
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://counterpart');
      const body = await readBody(request);
      const call: CounterpartCall = {
        method: request.method ?? 'GET',
        path: url.pathname,
        query: url.searchParams,
        headers: Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        ),
        body,
        json: () => JSON.parse(body.toString('utf8')),
        form: () => new URLSearchParams(body.toString('utf8')),
      };
      const reply: CounterpartReply = isBroken
        ? { status: 503, body: { error: 'broken' } }
        : await Promise.resolve()
            .then(() => handle(call))
            .catch((error: unknown) => ({ status: 500, body: { counterpart: String(error) } }));
      const isText = typeof reply.body === 'string';
      response.writeHead(reply.status, {
        'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json',
        ...reply.headers,
      });
      response.end(reply.body === undefined ? '' : isText ? reply.body : JSON.stringify(reply.body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    breakDown: (broken) => {
      isBroken = broken;
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error ? reject(error) : resolve()));
      }),
  };
}

/** A request to one of our URLs, as the server would have received it. */
export function providerRequest(given: {
  method?: 'GET' | 'POST';
  url?: string | URL;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer | URLSearchParams | object;
}) {
  const { method = 'POST', url = 'http://kerb.test/', headers = {}, body = '' } = given;
  const isForm = body instanceof URLSearchParams;
  const bytes =
    body instanceof Buffer
      ? body
      : Buffer.from(typeof body === 'string' ? body : isForm ? body.toString() : JSON.stringify(body));
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    method,
    headers: {
      ...(method === 'POST' ? { 'content-type': type } : {}),
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    },
    query: new URL(url).searchParams,
    body: bytes,
  };
}
