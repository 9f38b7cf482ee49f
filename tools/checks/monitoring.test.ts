// Checks that alerts and dashboard query only metrics that the server exports, and that every alert has a runbook.
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createMetrics } from '../../apps/server/src/kit/observe/metrics.ts';
import { readSource, sourceFiles } from './source-files.ts';

const alertsFile = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.object({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});
const { groups } = alertsFile.parse(parse(readSource('deploy/monitoring/alerts.yml')));
const alerts = groups.flatMap(({ rules }) => rules);

const dashboardFile = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});
const { panels } = dashboardFile.parse(JSON.parse(readSource('deploy/monitoring/dashboard.json')));

/** Returns the names of the metrics in the registry and of those that modules register with `observe`. */
function metricNames(): Set<string> {
  const registered = createMetrics()
    .registry.getMetricsAsArray()
    .map(({ name }) => name);
  const observed = sourceFiles(/\.ts$/, 'apps/server/src').flatMap((path) =>
    [...readSource(path).matchAll(/\.observe\(\s*'(\w+)'/g)].map(([, name = '']) => name),
  );
  return new Set([...registered, ...observed]);
}

/** Returns the metric names in a query, without the suffixes of histogram series (_bucket, _count, _sum). */
const metricsOf = (query: string): string[] =>
  [...query.matchAll(/\b((?:kerb|nodejs|process)_\w+)\b/g)].map(([, name = '']) =>
    name.replace(/(?<=_seconds)_(bucket|count|sum)$/, ''),
  );

describe('monitoring', () => {
  const known = metricNames();

  it.each(alerts.map(({ alert, expr }) => [alert, expr]))(
    'the alert %s asks for known metrics',
    (_alert, expr) => {
      expect(metricsOf(expr).filter((name) => !known.has(name))).toEqual([]);
    },
  );

  it('the dashboard queries known metrics only', () => {
    const asked = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsOf(expr)));
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
  });

  it('every alert has a runbook, and every runbook an alert', () => {
    const headings = [...readSource('docs/runbooks.md').matchAll(/^## (\w+)$/gm)].map(
      ([, name = '']) => name,
    );
    expect(headings).toEqual(alerts.map(({ alert }) => alert));
    for (const { alert, annotations } of alerts)
      expect(annotations.runbook).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
  });
});
