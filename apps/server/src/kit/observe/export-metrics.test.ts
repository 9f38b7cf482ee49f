// The metrics as a collector of OpenTelemetry receives them, and one that is away.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Gauge, Registry } from 'prom-client';
import { afterAll, expect, it, vi } from 'vitest';
import { startMetricsExport } from './export-metrics.ts';

const HOUR_MS = 3_600_000;
const received: Buffer[] = [];
const collector = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  if (request.url === '/v1/metrics') received.push(Buffer.concat(parts));
  response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
});
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
const { port } = collector.address() as AddressInfo;
vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`);
vi.stubEnv('OTEL_SERVICE_NAME', 'kerb-of-the-test');
afterAll(() => {
  vi.unstubAllEnvs();
  collector.close();
});

it('sends all metrics with the name of the service, at the latest when the server ends', async () => {
  const registry = new Registry();
  new Gauge({ name: 'cars_of_the_test', help: 'Cars', registers: [registry] }).set(7);
  const exported = startMetricsExport({ registry, version: '0.0.0-test', everyMs: HOUR_MS });
  await exported.close();
  const sent = Buffer.concat(received);
  expect(received).toHaveLength(1);
  expect(sent.includes('cars_of_the_test')).toBe(true);
  expect(sent.includes('kerb-of-the-test')).toBe(true);
  expect(sent.includes('0.0.0-test')).toBe(true);
});
