// Converts the metrics of the Prometheus registry to OpenTelemetry's data model, so that both export the same numbers.
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
  /** Start of the counters, which is the start of the server. */
  readonly start: HrTime;
  readonly end: HrTime;
}

/** Removes `le`, which is the label of a histogram's buckets and no attribute of the series. */
function labelsOf(labels: Partial<Labels>): Labels {
  const entries = Object.entries(labels).filter(([name, value]) => name !== 'le' && value !== undefined);
  return Object.fromEntries(entries) as Labels;
}

/** Derives the unit from the name's suffix, which follows Prometheus's conventions: seconds and bytes. */
function unitOf(name: string): string {
  if (/_seconds(_total)?$/.test(name)) return 's';
  return /_bytes(_total)?$/.test(name) ? 'By' : '';
}

function descriptorOf({ name, help }: Values): MetricData['descriptor'] {
  return { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE };
}

function pointsOf(values: readonly MetricValue<string>[], { start, end }: Period): DataPoint<number>[] {
  // Values that could not be read are NaN, and are left out.
  const known = values.filter(({ value }) => !Number.isNaN(value));
  return known.map(({ value, labels }) => ({
    startTime: start,
    endTime: end,
    attributes: labelsOf(labels),
    value,
  }));
}

/** Name of a part of a histogram, such as `call_seconds_bucket`; the library's type lacks this field. */
const partNameOf = (value: MetricValue<string>): string =>
  'metricName' in value ? String(value.metricName) : '';

interface Series {
  readonly attributes: Labels;
  readonly boundaries: number[];
  /** Cumulative count up to each boundary; the last one is the total. */
  readonly cumulative: number[];
  sum: number;
}

/**
 * Groups a histogram's values into series: in Prometheus, each bucket is a value of its own with the cumulative count
 * up to its boundary `le`.
 */
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

/** Summaries are left out, because Kerb has no metrics of this type. */
function convert(metric: Values, period: Period): MetricData[] {
  // The library's type is an enum, but the values at run time are strings.
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
