// Stands in for the provider of text messages: takes messages as it should, or fails in one of the ways of real outages.
import { createServer, type ServerResponse } from 'node:http';

export const providerFailures = [
  'refuses connections',
  'answers 500',
  'answers a web page',
  'cuts its answer off',
  'does not answer',
] as const;
export type ProviderFailure = (typeof providerFailures)[number];

const accepted = '{"sid":"SM1","status":"queued"}';

function fail(failure: ProviderFailure, response: ServerResponse): void {
  switch (failure) {
    case 'refuses connections':
      response.socket?.resetAndDestroy();
      return;
    case 'answers 500':
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"code":20500}');
      return;
    case 'answers a web page':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in to this network</html>');
      return;
    case 'cuts its answer off':
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': accepted.length });
      response.write(accepted.slice(0, 10), () => response.socket?.destroy());
      return;
    case 'does not answer':
      return;
  }
}

export async function startTextProvider() {
  let failure: ProviderFailure | null = null;
  const taken: string[] = [];
  let asked = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    asked += 1;
    if (failure !== null) return fail(failure, response);
    taken.push(new URLSearchParams(body).get('To') ?? '');
    response.writeHead(201, { 'content-type': 'application/json' }).end(accepted);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The provider has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** The numbers that messages were taken for. */
    taken: taken as readonly string[],
    /** How many calls have come, failed ones included. */
    asked: () => asked,
    fail(next: ProviderFailure | null): void {
      failure = next;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
export type TextProvider = Awaited<ReturnType<typeof startTextProvider>>;
