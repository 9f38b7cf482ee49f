// Test trips: routes of the router from random drivers to pickups, and the errors of Kerb's arrival times.
import type { LatLng } from '@kerb/domain/geo';
import { arrivalTimes, type RoadGraph } from '@kerb/roads';
import type { RoadRouter } from '../../apps/server/src/ports/roads.ts';
import type { Figure } from '../lib/benchmark.ts';
import { median, percentile } from '../lib/statistics.ts';
import type { Pickup } from './city.ts';

export interface TimedTrip {
  readonly from: LatLng;
  readonly to: LatLng;
  /** Duration of the full route. */
  readonly seconds: number;
  readonly km: number;
}

/** The full routes of all drivers to their pickups; trips of less than a minute are left out. */
export async function routeTrips(router: RoadRouter, pickups: readonly Pickup[]): Promise<TimedTrip[]> {
  const trips: TimedTrip[] = [];
  for (const { at, drivers } of pickups) {
    for (const from of drivers) {
      // Some places are on a road without any route from it.
      const route = await router.directions([from, at]).catch(() => null);
      if (route && route.time_in_secs >= 60)
        trips.push({ from, to: at, seconds: route.time_in_secs, km: route.distance_in_km });
    }
  }
  return trips;
}

const rounded = (value: number): number => Number(value.toPrecision(3));

/** Errors as shares of the full route's time; `times` in the order of the trips, null without a result. */
function compare(trips: readonly TimedTrip[], times: readonly (number | null | undefined)[]): Figure {
  const signed = trips.flatMap(({ seconds }, i) => {
    const time = times[i];
    return typeof time === 'number' ? [time / seconds - 1] : [];
  });
  const errors = signed.map(Math.abs);
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    trips: trips.length,
    without_answer: trips.length - errors.length,
    mean: rounded(mean(errors)),
    median: rounded(median(errors)),
    p90: rounded(percentile(errors, 90)),
    bias: rounded(mean(signed)),
  };
}

export function measureErrors(graph: RoadGraph, trips: readonly TimedTrip[]): Figure {
  return compare(
    trips,
    trips.map(({ from, to }) => arrivalTimes(graph, to, [from])[0]?.seconds),
  );
}

export async function measureMatrixErrors(router: RoadRouter, trips: readonly TimedTrip[]): Promise<Figure> {
  const times: (number | undefined)[] = [];
  for (const { from, to } of trips) {
    const rows = await router.distanceMatrix([from], [to]).catch(() => []);
    times.push(rows[0]?.[0]?.time_in_secs);
  }
  return compare(trips, times);
}
