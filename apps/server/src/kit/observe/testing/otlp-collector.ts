// An OpenTelemetry collector for tests, which stores the requests to one of its paths.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OtlpCollector {
  /** Value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  /** Concatenated request bodies since the last call of `forget`. */
  received(): Buffer;
  /** Number of these requests. */
  count(): number;
  forget(): void;
  close(): void;
}

/** `path` is `/v1/traces` or `/v1/metrics`. */
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
