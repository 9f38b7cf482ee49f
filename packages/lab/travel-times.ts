// Travel times of the lab's router, which policies and drivers use. Replace `createTravelTimes` to use another router.
import { between, distanceKm, type LatLng } from '@kerb/domain/geo';

export interface TravelTimes {
  /**
   * Returns the seconds from each start to the destination; null where there is no route. Only routers with traffic
   * data use the departure time `at` (ms since the start of the simulation).
   */
  secondsTo(destination: LatLng, starts: readonly LatLng[], at: number): (number | null)[];
  /** Position of a car after a fraction (0 to 1) of the drive. */
  pointOn(from: LatLng, to: LatLng, fraction: number): LatLng;
  /** Length of the drive in km. */
  kmBetween(from: LatLng, to: LatLng): number;
}

/** Average ratio of road distance to straight-line distance in cities with a street grid. */
const DETOUR = 1.35;
/** Average speed in a city without congestion, including stops at traffic lights. */
const KM_PER_HOUR = 26;
/** Seconds for leaving the kerb and stopping at it. */
const SECS_PER_DRIVE = 15;

/** Creates travel times from great-circle distances with a detour factor. */
export function createTravelTimes(): TravelTimes {
  const kmBetween = (from: LatLng, to: LatLng): number => distanceKm(from, to) * DETOUR;
  return {
    secondsTo: (destination, starts) =>
      starts.map((start) => SECS_PER_DRIVE + (kmBetween(start, destination) / KM_PER_HOUR) * 3600),
    pointOn: between,
    kmBetween,
  };
}

/** Returns the same router without results for some of the starts, as invalid input for policies. */
export function withoutTravelTimes(travel: TravelTimes, isMissing: (start: LatLng) => boolean): TravelTimes {
  return {
    ...travel,
    secondsTo: (destination, starts, at) =>
      travel
        .secondsTo(destination, starts, at)
        .map((secs, index) => (isMissing(starts[index] ?? destination) ? null : secs)),
  };
}
