// Tests the conversion of Prometheus counters, gauges and histograms to OpenTelemetry data.
import { DataPointType } from '@opentelemetry/sdk-metrics';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { convertMetrics } from './convert-metrics.ts';

const period = { start: [1, 0], end: [2, 0] } as const;
const convertAll = async (registry: Registry) =>
  convertMetrics(await registry.getMetricsAsJSON(), { start: [...period.start], end: [...period.end] });

it('converts a counter to a sum, with its labels as attributes', async () => {
  const registry = new Registry();
  const jobs = new Counter({
    name: 'jobs_total',
    help: 'Jobs run',
    labelNames: ['name'],
    registers: [registry],
  });
  jobs.inc({ name: 'send' }, 3);
  jobs.inc({ name: 'fold' });
  expect(await convertAll(registry)).toMatchObject([
    {
      descriptor: { name: 'jobs_total', description: 'Jobs run', unit: '' },
      dataPointType: DataPointType.SUM,
      isMonotonic: true,
      dataPoints: [
        { attributes: { name: 'send' }, value: 3, startTime: [1, 0], endTime: [2, 0] },
        { attributes: { name: 'fold' }, value: 1 },
      ],
    },
  ]);
});

it('reads a gauge when it is collected', async () => {
  const registry = new Registry();
  let memory = 1;
  new Gauge({
    name: 'memory_bytes',
    help: 'In use',
    registers: [registry],
    collect() {
      this.set(memory);
    },
  });
  await convertAll(registry);
  memory = 2;
  expect(await convertAll(registry)).toMatchObject([
    { descriptor: { unit: 'By' }, dataPointType: DataPointType.GAUGE, dataPoints: [{ value: 2 }] },
  ]);
});

it('converts cumulative histogram buckets to separate counts', async () => {
  const registry = new Registry();
  const seconds = new Histogram({
    name: 'call_seconds',
    help: 'Time',
    labelNames: ['route'],
    buckets: [0.1, 1],
    registers: [registry],
  });
  for (const value of [0.05, 0.06, 0.5, 3]) seconds.observe({ route: '/a' }, value);
  seconds.observe({ route: '/b' }, 0.2);
  const [histogram] = await convertAll(registry);
  expect(histogram).toMatchObject({ descriptor: { unit: 's' }, dataPointType: DataPointType.HISTOGRAM });
  expect(histogram?.dataPoints).toMatchObject([
    {
      attributes: { route: '/a' },
      value: { buckets: { boundaries: [0.1, 1], counts: [2, 1, 1] }, sum: 3.61, count: 4 },
    },
    { attributes: { route: '/b' }, value: { buckets: { counts: [0, 1, 0] }, sum: 0.2, count: 1 } },
  ]);
});
