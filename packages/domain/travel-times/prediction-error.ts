// Measures the error of predicted travel times, on the trips that were learned from and on newer ones.
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

/** Errors as shares of the driven time: 0.1 is 10 %. */
export interface PredictionError {
  readonly trips: number;
  /** Median of the absolute errors. */
  readonly median: number;
  /** Mean of the signed errors; negative when predictions are too short on average. */
  readonly mean: number;
}

/** Share of the days, the newest ones, on which a model is tested. */
const TEST_SHARE = 0.2;

export interface TimedPrediction {
  readonly predicted_secs: number;
  readonly driven_secs: number;
}

/** Returns null without a trip. */
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

/** Returns the number of calendar days in the time zone on which the trips started. */
export function countDays(samples: readonly TravelTimeSample[], zone: string): number {
  const wallAt = createWallClock(zone);
  return new Set(samples.map(({ startedAt }) => dayNumber(wallAt(startedAt)))).size;
}

/**
 * Splits the trips into those of the older days and those of the newest fifth of the days; each day is in one part
 * only.
 */
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
  /** Error of free-flow times on the newest days. */
  readonly free_flow: PredictionError | null;
  /** Error of a model of the older days on the same trips. */
  readonly in_sample: PredictionError | null;
  /** Error of a model of the older days on the newest days. */
  readonly out_of_sample: PredictionError | null;
}

/**
 * Measures the benefit of learning by the errors of a model of the older days; the model in use is learned from all
 * days.
 */
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
