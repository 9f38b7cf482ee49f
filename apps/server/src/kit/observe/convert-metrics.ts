// The metrics of Prometheus's registry in OpenTelemetry's form, so that both export the same numbers.
import { type HrTime, ValueType } from '@opentelemetry/api';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type MetricData,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';

type Values = MetricObjectWithValues<MetricValue<string>>;
type Labels = Record<string, string | number>;

export interface Period {
  /** When counting began: the start of the server. */
  readonly start: HrTime;
  readonly end: HrTime;
}

/** `le` and `quantile` are what Prometheus calls the parts of one value. */
function labelsOf(labels: Partial<Labels>): Labels {
  const entries = Object.entries(labels).filter(([name, value]) => name !== 'le' && value !== undefined);
  return Object.fromEntries(entries) as Labels;
}

/** Unit by the name's ending, as Prometheus asks for: seconds and bytes. */
function unitOf(name: string): string {
  if (/_seconds(_total)?$/.test(name)) return 's';
  return /_bytes(_total)?$/.test(name) ? 'By' : '';
}

function descriptorOf({ name, help }: Values): MetricData['descriptor'] {
  return { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE };
}

function pointsOf(values: readonly MetricValue<string>[], { start, end }: Period): DataPoint<number>[] {
  // What could not be read has no value.
  const known = values.filter(({ value }) => !Number.isNaN(value));
  return known.map(({ value, labels }) => ({
    startTime: start,
    endTime: end,
    attributes: labelsOf(labels),
    value,
  }));
}

/** Of a part of a histogram, as `call_seconds_bucket`; the library's type leaves it out. */
const partNameOf = (value: MetricValue<string>): string =>
  'metricName' in value ? String(value.metricName) : '';

interface Series {
  readonly attributes: Labels;
  readonly boundaries: number[];
  /** Of the values up to each boundary; the last one of all. */
  readonly cumulative: number[];
  sum: number;
}

/** Prometheus's buckets are lines of their own, each with the number of values up to its boundary `le`. */
function seriesOf({ name, values }: Values): Series[] {
  const series = new Map<string, Series>();
  for (const part of values) {
    const { value, labels } = part;
    const attributes = labelsOf(labels);
    const key = JSON.stringify(attributes);
    const one = series.get(key) ?? { attributes, boundaries: [], cumulative: [], sum: 0 };
    series.set(key, one);
    if (partNameOf(part) === `${name}_sum`) one.sum = value;
    if (partNameOf(part) !== `${name}_bucket`) continue;
    one.cumulative.push(value);
    if (labels.le !== '+Inf') one.boundaries.push(Number(labels.le));
  }
  return [...series.values()];
}

function histogramOf(metric: Values, { start, end }: Period): MetricData {
  return {
    descriptor: descriptorOf(metric),
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
    dataPointType: DataPointType.HISTOGRAM,
    dataPoints: seriesOf(metric).map(({ attributes, boundaries, cumulative, sum }) => ({
      startTime: start,
      endTime: end,
      attributes,
      value: {
        buckets: {
          boundaries,
          counts: cumulative.map((count, index) => count - (cumulative[index - 1] ?? 0)),
        },
        sum,
        count: cumulative.at(-1) ?? 0,
      },
    })),
  };
}

/** Summaries, of which Kerb has none, are left out. */
function convert(metric: Values, period: Period): MetricData[] {
  // The type of the library names an enum that the values, texts, are not of.
  const type = String(metric.type);
  if (type === 'histogram') return [histogramOf(metric, period)];
  if (type !== 'counter' && type !== 'gauge') return [];
  const data = {
    descriptor: descriptorOf(metric),
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
    dataPoints: pointsOf(metric.values, period),
  };
  return type === 'counter'
    ? [{ ...data, dataPointType: DataPointType.SUM, isMonotonic: true }]
    : [{ ...data, dataPointType: DataPointType.GAUGE }];
}

export const convertMetrics = (metrics: readonly Values[], period: Period): MetricData[] =>
  metrics.flatMap((metric) => convert(metric, period));
