// HTTP proxy in front of an external service, which passes calls on or fails like in real outages.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { failCall, type ProviderFailure } from './provider-failures.ts';

/** In the last two, the service has done its work before the failure. */
export const frontFailures = ['loses its answer', 'cuts its answer off afterwards'] as const;
export type FrontFailure = ProviderFailure | (typeof frontFailures)[number];

const isAfterwards = (failure: FrontFailure): failure is (typeof frontFailures)[number] =>
  frontFailures.some((one) => one === failure);

export interface HttpFront {
  readonly url: string;
  /** Number of calls received, including failed ones. */
  asked(): number;
  /** Fails all calls from now on, or those of one method; null lets calls pass. */
  fail(failure: FrontFailure | null, method?: string): void;
  close(): Promise<void>;
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

/** Headers of a single connection, which are not forwarded. */
const hopHeaders = ['host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'keep-alive'];

async function passOn(request: IncomingMessage, body: Buffer, target: string): Promise<Response> {
  const headers = Object.entries(request.headers)
    .filter(([name]) => !hopHeaders.includes(name))
    .map(([name, value]): [string, string] => [name, String(value)]);
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return fetch(new URL(request.url ?? '/', target), {
    method: request.method ?? 'GET',
    headers,
    ...(hasBody ? { body: new Uint8Array(body) } : {}),
    redirect: 'manual',
  });
}

async function answerFrom(target: Response, response: ServerResponse): Promise<void> {
  const type = target.headers.get('content-type');
  const bytes = Buffer.from(await target.arrayBuffer());
  response.writeHead(target.status, type === null ? {} : { 'content-type': type }).end(bytes);
}

async function answerAfterwards(
  failure: (typeof frontFailures)[number],
  target: Response,
  response: ServerResponse,
): Promise<void> {
  const bytes = Buffer.from(await target.arrayBuffer());
  if (failure === 'loses its answer') {
    response.socket?.resetAndDestroy();
    return;
  }
  response.writeHead(target.status, {
    'content-type': 'application/json',
    'content-length': bytes.length + 1,
  });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy());
}

/** `accepted`: a response of the service, of which half is sent when the response is cut off. */
export async function startHttpFront(target: string, accepted = '{"id":"accepted"}'): Promise<HttpFront> {
  let failing: FrontFailure | null = null;
  let failingMethod: string | undefined;
  let asked = 0;
  const server = createServer(async (request, response) => {
    const body = await bytesOf(request);
    asked += 1;
    const failure = failingMethod === undefined || failingMethod === request.method ? failing : null;
    if (failure !== null && !isAfterwards(failure)) return failCall(failure, response, accepted);
    const answer = await passOn(request, body, target);
    if (failure !== null && isAfterwards(failure)) return answerAfterwards(failure, answer, response);
    await answerFrom(answer, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The front has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked: () => asked,
    fail(failure, method) {
      failing = failure;
      failingMethod = method;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
