// Fake provider of text messages, which accepts messages or fails like in real outages.
import { createServer } from 'node:http';
import { failCall, type ProviderFailure } from './provider-failures.ts';

const accepted = '{"sid":"SM1","status":"queued"}';

export async function startTextProvider() {
  let failure: ProviderFailure | null = null;
  const taken: string[] = [];
  let asked = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    asked += 1;
    if (failure !== null) return failCall(failure, response, accepted);
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
    /** The numbers for which messages were accepted. */
    taken: taken as readonly string[],
    /** Number of calls received, including failed ones. */
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
