// How far predicted travel times are from driven ones, on the trips that were learned from and on newer ones.
import { dayNumber, learnTravelTimes, type TravelTimeSample } from './learn-travel-times.ts';
import { mean, median } from './statistics.ts';
import type { TrafficByHour } from './traffic-by-hour.ts';
import {
  createWallClock,
  distanceBand,
  freeFlowModel,
  hourOfWeek,
  type TravelTimeModel,
} from './traffic-factor.ts';

/** Shares of the driven time: 0.1 is 10 %. */
export interface PredictionError {
  readonly trips: number;
  /** Half of the trips are off by less, in either direction. */
  readonly median: number;
  /** Signed: negative when predictions are too short on average. */
  readonly mean: number;
}

/** The share of the days, the newest ones, that the test of a model is made on. */
const TEST_SHARE = 0.2;

export interface TimedPrediction {
  readonly predicted_secs: number;
  readonly driven_secs: number;
}

/** null without a trip. */
export function errorOf(trips: readonly TimedPrediction[]): PredictionError | null {
  const signed = trips
    .filter(({ driven_secs }) => driven_secs > 0)
    .map(({ predicted_secs, driven_secs }) => predicted_secs / driven_secs - 1);
  if (signed.length === 0) return null;
  return { trips: signed.length, median: median(signed.map(Math.abs)), mean: mean(signed) };
}

export function predictionError(
  samples: readonly TravelTimeSample[],
  { zone, factors }: TravelTimeModel,
): PredictionError | null {
  const wallAt = createWallClock(zone);
  return errorOf(
    samples.map(({ startedAt, free_flow_secs, driven_secs, distance_km }) => {
      const factor = factors[hourOfWeek(wallAt(startedAt))]?.[distanceBand(distance_km)] ?? 1;
      return { predicted_secs: free_flow_secs * factor, driven_secs };
    }),
  );
}

/** On how many days of the zone's calendar the trips started. */
export function countDays(samples: readonly TravelTimeSample[], zone: string): number {
  const wallAt = createWallClock(zone);
  return new Set(samples.map(({ startedAt }) => dayNumber(wallAt(startedAt)))).size;
}

/** The trips of the older days, and those of the newest fifth of the days; a single day is not split. */
export function splitByDay<Sample extends TravelTimeSample>(
  samples: readonly Sample[],
  zone: string,
): { older: Sample[]; newest: Sample[] } {
  const wallAt = createWallClock(zone);
  const dated = samples.map((sample) => ({ sample, day: dayNumber(wallAt(sample.startedAt)) }));
  const days = [...new Set(dated.map(({ day }) => day))].sort((one, other) => one - other);
  const firstTestDay = days[days.length - Math.floor(days.length * TEST_SHARE)] ?? Number.POSITIVE_INFINITY;
  return {
    older: dated.filter(({ day }) => day < firstTestDay).map(({ sample }) => sample),
    newest: dated.filter(({ day }) => day >= firstTestDay).map(({ sample }) => sample),
  };
}

export interface TravelTimeErrors {
  /** The times without traffic, on the newest days. */
  readonly free_flow: PredictionError | null;
  /** Learned from the older days and tested on the same trips. */
  readonly in_sample: PredictionError | null;
  /** Learned from the older days and tested on the newest ones. */
  readonly out_of_sample: PredictionError | null;
}

/** What learning gains: errors of a model of the older days; the model in use is learned from all days. */
export function measureLearning(
  samples: readonly TravelTimeSample[],
  prior: TrafficByHour,
  zone: string,
): TravelTimeErrors {
  const { older, newest } = splitByDay(samples, zone);
  const model = learnTravelTimes(older, prior, zone);
  return {
    free_flow: predictionError(newest, freeFlowModel(zone)),
    in_sample: predictionError(older, model),
    out_of_sample: predictionError(newest, model),
  };
}
