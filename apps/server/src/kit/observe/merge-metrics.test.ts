// Tests that one export of the server has the metrics of all its cities, in the formats of Prometheus and OpenTelemetry.
import { expect, it } from 'vitest';
import { convertMetrics } from './convert-metrics.ts';
import { metricsText, metricsValues } from './merge-metrics.ts';
import { createMetrics } from './metrics.ts';

function twoCities() {
  const first = createMetrics();
  const rivera = createMetrics('rivera');
  first.includeOthers(() => [rivera.registry]);
  first.shed.inc({ class: 'deferrable' });
  rivera.shed.inc({ class: 'deferrable' }, 2);
  rivera.httpSeconds.observe({ method: 'GET', route: '/', status: 500 }, 0.003);
  rivera.observe('kerb_outbox_oldest_seconds', 'Age of the oldest event', () => 45);
  return { first, rivera };
}

it('has the series of other cities with their label, below one header a metric', async () => {
  const { first } = twoCities();
  const lines = (await metricsText(first.registries())).split('\n');
  const at = lines.indexOf('kerb_requests_shed_total{class="deferrable"} 1');
  expect(lines.slice(at - 2, at + 2)).toEqual([
    expect.stringMatching(/^# HELP kerb_requests_shed_total /),
    '# TYPE kerb_requests_shed_total counter',
    'kerb_requests_shed_total{class="deferrable"} 1',
    'kerb_requests_shed_total{class="deferrable",city="rivera"} 2',
  ]);
  expect(lines).toContain('kerb_outbox_oldest_seconds{city="rivera"} 45');
  const headers = lines.filter((line) => line.startsWith('# TYPE '));
  expect(new Set(headers).size).toBe(headers.length);
});

it('has the metrics of the process once, and every label of the city', async () => {
  const { first, rivera } = twoCities();
  const text = await metricsText(first.registries());
  expect(text.match(/^process_resident_memory_bytes\b.*$/gm)).toHaveLength(1);
  const series = (await metricsText(rivera.registries())).split('\n').filter((line) => /^\w/.test(line));
  expect(series.length).toBeGreaterThan(10);
  expect(series.filter((line) => !line.includes('city="rivera"'))).toEqual([]);
});

it('sends one metric a name to OpenTelemetry, with the points of all cities', async () => {
  const { first } = twoCities();
  const period = { start: [1, 0] as [number, number], end: [2, 0] as [number, number] };
  const sent = convertMetrics(await metricsValues(first.registries()), period);
  const shed = sent.filter(({ descriptor }) => descriptor.name === 'kerb_requests_shed_total');
  expect(shed).toMatchObject([
    {
      dataPoints: [
        { attributes: { class: 'deferrable' }, value: 1 },
        { attributes: { class: 'deferrable', city: 'rivera' }, value: 2 },
      ],
    },
  ]);
});
