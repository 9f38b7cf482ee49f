// Travel times learned from weeks of trips in the lab's traffic, which no router knows, tested on later days.
import { MS_PER_DAY, MS_PER_HOUR } from '@kerb/domain/kernel';
import {
  freeFlowByHour,
  freeFlowModel,
  learnTravelTimes,
  type PredictionError,
  predictionError,
  splitByDay,
  type TravelTimeSample,
  typicalCityByHour,
} from '@kerb/domain/travel-times';
import { createRandom, createTraffic, hourFactor, scenarios } from '@kerb/lab';
import type { Figure } from '../lib/benchmark.ts';
import { median } from '../lib/statistics.ts';
import type { TimedTrip } from './trips.ts';

const DAYS = 60;
const TRIPS_A_DAY = 200;
const SEED = 'learned times';
/** A Monday; the lab's hours are in UTC. */
const BEGIN = Date.parse('2026-03-02T00:00:00Z');
const ZONE = 'UTC';
/** A learned day on which every trip takes this many times as long. */
const BAD_DAY = 20;
const BAD_DAY_SLOWDOWN = 3;
/** Limit of the learned error as a share of the free-flow error. */
const TARGET = 0.5;

const rounded = (value: number): number => Number(value.toPrecision(3));

/** Simulates trips on every day, at hours drawn from the demand of a whole day. */
function driveTrips(routes: readonly TimedTrip[], slowdownOf: (day: number) => number): TravelTimeSample[] {
  const random = createRandom(SEED);
  const { profile } = scenarios.day;
  const hours = profile.flatMap((weight, hour) => Array.from({ length: weight }, () => hour));
  const traffic = createTraffic(SEED);
  const samples: TravelTimeSample[] = [];
  for (let day = 0; day < DAYS; day += 1) {
    for (let nth = 0; nth < TRIPS_A_DAY; nth += 1) {
      const route = random.pick(routes);
      const hour = random.pick(hours) ?? 0;
      if (!route) continue;
      const { from, to, seconds, km } = route;
      const startedAt = BEGIN + day * MS_PER_DAY + Math.floor((hour + random.next()) * MS_PER_HOUR);
      const real = traffic.secondsOf({ from, to, routerSecs: seconds, at: startedAt, key: `${day}/${nth}` });
      samples.push({
        startedAt,
        free_flow_secs: Math.round(seconds),
        driven_secs: Math.round(real * slowdownOf(day)),
        distance_km: km,
      });
    }
  }
  return samples;
}

const figureOf = (error: PredictionError | null): Figure =>
  error && { trips: error.trips, median: rounded(error.median), mean: rounded(error.mean) };

/** Error of a model that knows the traffic of each hour exactly; the rest is random and differences between areas. */
function floorOf(samples: readonly TravelTimeSample[]): { median: number; mean: number } {
  const signed = samples.map(
    ({ startedAt, free_flow_secs, driven_secs }) =>
      (free_flow_secs * hourFactor(startedAt)) / driven_secs - 1,
  );
  return {
    median: median(signed.map(Math.abs)),
    mean: signed.reduce((sum, error) => sum + error, 0) / signed.length,
  };
}

/** Errors as shares of the driven time, on the newest fifth of the days. */
export function measureLearnedTimes(routes: readonly TimedTrip[]): Figure {
  const samples = driveTrips(routes, () => 1);
  const { older, newest } = splitByDay(samples, ZONE);
  const freeFlow = predictionError(newest, freeFlowModel(ZONE));
  const model = learnTravelTimes(older, freeFlowByHour, ZONE);
  const learned = predictionError(newest, model);
  const fromTypical = predictionError(newest, learnTravelTimes(older, typicalCityByHour, ZONE));
  const withBadDay = splitByDay(
    driveTrips(routes, (day) => (day === BAD_DAY ? BAD_DAY_SLOWDOWN : 1)),
    ZONE,
  );
  const disturbed = learnTravelTimes(withBadDay.older, freeFlowByHour, ZONE);
  const moved = disturbed.factors.flatMap((bands, hour) =>
    bands.map((factor, band) => Math.abs(factor / (model.factors[hour]?.[band] ?? factor) - 1)),
  );
  const floor = floorOf(newest);
  const freeMedian = freeFlow?.median ?? Number.NaN;
  const learnedMedian = learned?.median ?? Number.NaN;
  return {
    days: DAYS,
    trips_a_day: TRIPS_A_DAY,
    free_flow: figureOf(freeFlow),
    in_sample: figureOf(predictionError(older, model)),
    out_of_sample: figureOf(learned),
    from_typical_city: figureOf(fromTypical),
    with_a_bad_day: figureOf(predictionError(newest, disturbed)),
    bad_day_moves_at_most: rounded(Math.max(...moved)),
    /** Lower bound of the error of any model by hour and distance. */
    floor: { median: rounded(floor.median), mean: rounded(floor.mean) },
    ratio: rounded(learnedMedian / freeMedian),
    ratio_above_floor: rounded((learnedMedian - floor.median) / (freeMedian - floor.median)),
    ratio_of_bias: rounded(Math.abs((learned?.mean ?? Number.NaN) / (freeFlow?.mean ?? Number.NaN))),
    target: TARGET,
  };
}
