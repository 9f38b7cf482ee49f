// Learns traffic factors from finished trips. With few data the result stays near the operator's prior, and no single
// day dominates it.
import { MS_PER_DAY } from '../kernel/index.ts';
import { inOrder, mean, median } from './statistics.ts';
import { MAX_TRAFFIC_FACTOR, MIN_TRAFFIC_FACTOR, type TrafficByHour } from './traffic-by-hour.ts';
import {
  createWallClock,
  DISTANCE_BANDS,
  distanceBand,
  HOURS_PER_WEEK,
  hourOfWeek,
  type TravelTimeModel,
} from './traffic-factor.ts';

/** A finished trip that was driven as quoted. */
export interface TravelTimeSample {
  /** ms since the epoch */
  readonly startedAt: number;
  /** Free-flow seconds of the route, as the router computed them for the quote. */
  readonly free_flow_secs: number;
  readonly driven_secs: number;
  readonly distance_km: number;
}

/** Limits of the ratio of driven to free-flow time; ratios outside are moved to the limit. */
const MIN_RATIO = 0.5;
const MAX_RATIO = 4;

interface Cell {
  readonly hour: number;
  readonly band: number;
}

interface Level {
  readonly keyOf: (cell: Cell) => number;
  /** Maximum logarithmic offset of a day from the level above. */
  readonly limit: number;
  /** Number of days with the value of the level above that are added to the days of a group. */
  readonly pseudoDays: number;
}

const isWeekend = (hour: number): boolean => hour >= 5 * 24;

/** Levels from the whole city to a single hour; each level learns what the levels above do not explain. */
const levels: readonly Level[] = [
  { keyOf: () => 0, limit: Math.log(MAX_RATIO), pseudoDays: 7 },
  { keyOf: ({ band }) => band, limit: 0.4, pseudoDays: 6 },
  { keyOf: ({ hour }) => (hour % 24) + (isWeekend(hour) ? 24 : 0), limit: 0.4, pseudoDays: 6 },
  { keyOf: ({ hour, band }) => hour * DISTANCE_BANDS + band, limit: 0.15, pseudoDays: 8 },
];

interface Observation extends Cell {
  readonly day: number;
  /** Logarithm of driven ÷ predicted time. */
  residual: number;
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/**
 * Returns the mean of about the middle half of the values (the median of three), so that an extreme day has no more
 * weight than an ordinary one.
 */
function middleMean(values: readonly number[]): number {
  const cut = Math.floor((values.length + 1) / 4);
  return mean(inOrder(values).slice(cut, values.length - cut));
}

const isUsable = ({ free_flow_secs, driven_secs, distance_km, startedAt }: TravelTimeSample): boolean =>
  [free_flow_secs, driven_secs, distance_km, startedAt].every(Number.isFinite) &&
  free_flow_secs > 0 &&
  driven_secs > 0;

/** Returns the number of a calendar day; `wall` is a local time from `wallClock`. */
export const dayNumber = (wall: number): number => Math.floor(wall / MS_PER_DAY);

/** `wall`: local time in the operator's time zone when the trip started. */
function observe(sample: TravelTimeSample, wall: number, prior: TrafficByHour): Observation {
  const hour = hourOfWeek(wall);
  const ratio = clamp(sample.driven_secs / sample.free_flow_secs, MIN_RATIO, MAX_RATIO);
  return {
    hour,
    band: distanceBand(sample.distance_km),
    day: dayNumber(wall),
    residual: Math.log(ratio) - Math.log(prior[hour % 24] ?? 1),
  };
}

/** Groups the residuals by key and day. */
function groupByDay(observations: readonly Observation[], keyOf: Level['keyOf']) {
  const groups = new Map<number, Map<number, number[]>>();
  for (const observation of observations) {
    const key = keyOf(observation);
    const days = groups.get(key) ?? new Map<number, number[]>();
    groups.set(key, days);
    const values = days.get(observation.day);
    if (values) values.push(observation.residual);
    else days.set(observation.day, [observation.residual]);
  }
  return groups;
}

/** Each day has the same weight, with the median of its trips, regardless of their number. */
function learnLevel({ keyOf, limit, pseudoDays }: Level, observations: readonly Observation[]) {
  const offsets = new Map<number, number>();
  for (const [key, days] of groupByDay(observations, keyOf)) {
    const ofDays = [...days.values()].map((values) => clamp(median(values), -limit, limit));
    offsets.set(key, (middleMean(ofDays) * ofDays.length) / (ofDays.length + pseudoDays));
  }
  return offsets;
}

/** The result does not depend on the order of the trips. Without trips it is the prior. */
export function learnTravelTimes(
  samples: readonly TravelTimeSample[],
  prior: TrafficByHour,
  zone: string,
): TravelTimeModel {
  const wallAt = createWallClock(zone);
  const observations = samples
    .filter(isUsable)
    .map((sample) => observe(sample, wallAt(sample.startedAt), prior));
  const learned: ((cell: Cell) => number)[] = [];
  for (const level of levels) {
    const offsets = learnLevel(level, observations);
    const offsetOf = (cell: Cell): number => offsets.get(level.keyOf(cell)) ?? 0;
    for (const observation of observations) observation.residual -= offsetOf(observation);
    learned.push(offsetOf);
  }
  const factorOf = (cell: Cell): number => {
    const offset = learned.reduce((sum, offsetOf) => sum + offsetOf(cell), 0);
    return clamp((prior[cell.hour % 24] ?? 1) * Math.exp(offset), MIN_TRAFFIC_FACTOR, MAX_TRAFFIC_FACTOR);
  };
  const factors = Array.from({ length: HOURS_PER_WEEK }, (_, hour) =>
    Array.from({ length: DISTANCE_BANDS }, (_one, band) => factorOf({ hour, band })),
  );
  return { zone, factors };
}
