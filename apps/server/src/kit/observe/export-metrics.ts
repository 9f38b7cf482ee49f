// Exports the metrics to an OpenTelemetry collector, configured by the standard variables. Loaded only when an endpoint
// is set.
import type { HrTime } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import {
  type CollectionResult,
  MeterProvider,
  type MetricProducer,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import type { Registry } from 'prom-client';
import { convertMetrics } from './convert-metrics.ts';
import { describeService } from './describe-service.ts';
import { metricsValues } from './merge-metrics.ts';

const MS_PER_SECOND = 1000;
const NS_PER_MS = 1_000_000;
/** Timeout of an export, ms: a collector that does not answer must not delay the server's stop. */
const SENT_WITHIN_MS = 3_000;

const timeOf = (ms: number): HrTime => [
  Math.floor(ms / MS_PER_SECOND),
  Math.round((ms % MS_PER_SECOND) * NS_PER_MS),
];

export interface MetricsExportDeps {
  /** Read at each export. */
  readonly registries: () => readonly Registry[];
  readonly version: string;
  readonly everyMs: number;
}

/** The library reads endpoints and headers from the variables `OTEL_*`. `close` exports once more. */
export function startMetricsExport({ registries, version, everyMs }: MetricsExportDeps): {
  close(): Promise<void>;
} {
  const resource = describeService(version);
  const start = timeOf(Date.now() - process.uptime() * MS_PER_SECOND);
  const producer: MetricProducer = {
    async collect(): Promise<CollectionResult> {
      const metrics = convertMetrics(await metricsValues(registries()), { start, end: timeOf(Date.now()) });
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'kerb', version }, metrics }] },
        errors: [],
      };
    },
  };
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ timeoutMillis: SENT_WITHIN_MS }),
    exportIntervalMillis: everyMs,
    exportTimeoutMillis: Math.min(everyMs, SENT_WITHIN_MS),
    metricProducers: [producer],
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
  return { close: () => provider.shutdown() };
}
