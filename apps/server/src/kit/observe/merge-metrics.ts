// Merges the metrics of all cities that a server runs, so that one scrape or export of the server has all of them.
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';

/** Lines of a metric in the text format before its series: HELP and TYPE. */
const HEADER_LINES = 2;

const readRegistry = (registry: Registry): Promise<{ name: string; text: string }[]> =>
  Promise.all(
    registry
      .getMetricsAsArray()
      .map(async ({ name }) => ({ name, text: await registry.getSingleMetricAsString(name) })),
  );

/** Prometheus's text format, which has all series of a name together below one header. */
export async function metricsText(registries: readonly Registry[]): Promise<string> {
  const merged = new Map<string, string[]>();
  for (const { name, text } of (await Promise.all(registries.map(readRegistry))).flat()) {
    const lines = text.split('\n');
    const known = merged.get(name);
    if (known === undefined) merged.set(name, lines);
    else known.push(...lines.slice(HEADER_LINES));
  }
  return `${[...merged.values()].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** The metrics with their values, one entry a name. */
export async function metricsValues(
  registries: readonly Registry[],
): Promise<MetricObjectWithValues<MetricValue<string>>[]> {
  const merged = new Map<string, MetricObjectWithValues<MetricValue<string>>>();
  const all = await Promise.all(registries.map((registry) => registry.getMetricsAsJSON()));
  for (const metric of all.flat()) {
    const values = [...(merged.get(metric.name)?.values ?? []), ...metric.values];
    merged.set(metric.name, { ...metric, values });
  }
  return [...merged.values()];
}
