// Travel times of the lab's router: what policies and drivers see. Replace `createTravelTimes` to use another router.
import { between, distanceKm, type LatLng } from '@kerb/domain/geo';

export interface TravelTimes {
  /**
   * Seconds from each start to the destination for a departure at `at` (ms since the start of the simulation), which
   * only a router that knows traffic looks at; null where there is no route.
   */
  secondsTo(destination: LatLng, starts: readonly LatLng[], at: number): (number | null)[];
  /** Where a car is after a fraction (0 to 1) of the drive. */
  pointOn(from: LatLng, to: LatLng, fraction: number): LatLng;
  /** The length of the drive in km. */
  kmBetween(from: LatLng, to: LatLng): number;
}

/** Roads are longer than the straight line by this factor on average in cities with a street grid. */
const DETOUR = 1.35;
/** Average speed in a city without congestion, stops at lights included. */
const KM_PER_HOUR = 26;
/** Leaving and entering the curb. */
const SECS_PER_DRIVE = 15;

/** Great-circle distances with a detour factor. */
export function createTravelTimes(): TravelTimes {
  const kmBetween = (from: LatLng, to: LatLng): number => distanceKm(from, to) * DETOUR;
  return {
    secondsTo: (destination, starts) =>
      starts.map((start) => SECS_PER_DRIVE + (kmBetween(start, destination) / KM_PER_HOUR) * 3600),
    pointOn: between,
    kmBetween,
  };
}

/** The same router without an answer for a share of the places, by position: bad input for policies. */
export function withoutTravelTimes(travel: TravelTimes, isMissing: (start: LatLng) => boolean): TravelTimes {
  return {
    ...travel,
    secondsTo: (destination, starts, at) =>
      travel
        .secondsTo(destination, starts, at)
        .map((secs, index) => (isMissing(starts[index] ?? destination) ? null : secs)),
  };
}
