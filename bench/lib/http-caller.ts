// HTTP client with low overhead: keep-alive connections from Node, JSON requests and responses.
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';

export interface HttpCaller {
  /** Posts like an app, with a session and an idempotency key; rejects unless the status is 201. Returns the body. */
  post(path: string, body: unknown): Promise<unknown>;
  /** Rejects unless the status is 200. Returns the body. */
  get(path: string): Promise<unknown>;
  close(): void;
}

/** The response had an unexpected status. */
export class UnexpectedStatus extends Error {
  override readonly name = 'UnexpectedStatus';
}

/** A request that takes longer is aborted, so that a benchmark ends even if its server stops responding. */
const ANSWER_WITHIN_MS = 60_000;

export function createHttpCaller(
  origin: string,
  token: string,
  { connections = 1 }: { connections?: number } = {},
): HttpCaller {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  function send(path: string, status: number, options: RequestOptions, payload?: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const settle = (answer: IncomingMessage, text: string) => {
        if (answer.statusCode === status) resolve(JSON.parse(text));
        else reject(new UnexpectedStatus(`${path} answered ${answer.statusCode}: ${text}`));
      };
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
      const call = request(new URL(path, origin), { agent, signal, ...options }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => settle(answer, Buffer.concat(parts).toString()));
      });
      call.on('error', reject);
      call.end(payload);
    });
  }

  const authorization = `Bearer ${token}`;
  return {
    post(path, body) {
      const payload = JSON.stringify(body);
      const headers = {
        authorization,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
        'idempotency-key': crypto.randomUUID(),
      };
      return send(path, 201, { method: 'POST', headers }, payload);
    },
    get: (path) => send(path, 200, { headers: { authorization } }),
    close: () => agent.destroy(),
  };
}
