// A collector of OpenTelemetry for tests: retains what is sent to one of its paths.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OtlpCollector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  /** The bodies since the last call of `forget`, one after the other. */
  received(): Buffer;
  /** How many they are. */
  count(): number;
  forget(): void;
  close(): void;
}

/** `path`: `/v1/traces` or `/v1/metrics`. */
export async function startOtlpCollector(path: string): Promise<OtlpCollector> {
  let bodies: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    if (request.url === path) bodies.push(Buffer.concat(parts));
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received: () => Buffer.concat(bodies),
    count: () => bodies.length,
    forget() {
      bodies = [];
    },
    close: () => void server.close(),
  };
}
