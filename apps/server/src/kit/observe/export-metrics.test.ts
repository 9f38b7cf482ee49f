// Tests the metrics that an OpenTelemetry collector receives.
import { Gauge, Registry } from 'prom-client';
import { afterAll, expect, it, vi } from 'vitest';
import { startMetricsExport } from './export-metrics.ts';
import { startOtlpCollector } from './testing/otlp-collector.ts';

const HOUR_MS = 3_600_000;
const collector = await startOtlpCollector('/v1/metrics');
vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
vi.stubEnv('OTEL_SERVICE_NAME', 'kerb-of-the-test');
afterAll(() => {
  vi.unstubAllEnvs();
  collector.close();
});

it('sends all metrics with the service name, at the latest when the server stops', async () => {
  const registry = new Registry();
  new Gauge({ name: 'cars_of_the_test', help: 'Cars', registers: [registry] }).set(7);
  const exported = startMetricsExport({
    registries: () => [registry],
    version: '0.0.0-test',
    everyMs: HOUR_MS,
  });
  await exported.close();
  const sent = collector.received();
  expect(collector.count()).toBe(1);
  expect(sent.includes('cars_of_the_test')).toBe(true);
  expect(sent.includes('kerb-of-the-test')).toBe(true);
  expect(sent.includes('0.0.0-test')).toBe(true);
});
