// HTTP call over a pool of connections: status, duration, and whether the response has Retry-After.
import { Agent, request } from 'node:http';

export interface Answered {
  /** 0 when the connection was lost or no response arrived in time. */
  readonly status: number;
  readonly ms: number;
  readonly hasRetryAfter: boolean;
  readonly text: string;
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object | string;
}

/** Longer than any deadline of the proof, in ms. */
const ANSWER_WITHIN_MS = 10_000;

export function createCalls(origin: string) {
  const agent = new Agent({ keepAlive: true });

  function send({ method, path, headers, body }: Call): Promise<Answered> {
    const payload = typeof body === 'string' ? body : JSON.stringify(body ?? {});
    const describing =
      method === 'GET'
        ? {}
        : {
            'content-type':
              typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json',
            'content-length': Buffer.byteLength(payload),
          };
    const begun = performance.now();
    const lost = (): Answered => ({
      status: 0,
      ms: performance.now() - begun,
      hasRetryAfter: false,
      text: '',
    });
    return new Promise((resolve) => {
      const call = request(
        new URL(path, origin),
        {
          method,
          agent,
          headers: { ...headers, ...describing },
          signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('error', () => resolve(lost()));
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              ms: performance.now() - begun,
              hasRetryAfter: answer.headers['retry-after'] !== undefined,
              text: Buffer.concat(parts).toString(),
            }),
          );
        },
      );
      call.on('error', () => resolve(lost()));
      call.end(method === 'GET' ? undefined : payload);
    });
  }

  return { send, close: () => agent.destroy() };
}
export type Calls = ReturnType<typeof createCalls>;
