// Finds drivers whose trip ends soon near a pickup: candidates for a follow-on trip, placed at the end of their trip.
import { ASSUMED_SECS_PER_KM, HANDOVER_SECS, secondsUntilFree } from '@kerb/domain/dispatch';
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type {
  ApproachingTrip,
  Candidate,
  DispatchedBooking,
  DispatchModuleDeps,
  EndingTrip,
} from './dispatch.deps.ts';
import { createSecondsTo } from './seconds-to.ts';

/** A candidate for a follow-on trip. Its place is the drop-off of the current trip. */
export interface FinishingCandidate extends Candidate {
  /** The trip that the driver finishes first. */
  trip: string;
  /** Estimated seconds until the driver can leave for the pickup. */
  free_in_secs: number;
}

/** Maximum number of trips read for one search: more than end within half an hour in a city of 20,000 trips an hour. */
const MAX_TRIPS = 10_000;
/** Maximum number of trips whose end is estimated by road, nearest drop-off first. */
const MAX_ESTIMATED = 12;

type EndingTripsDeps = Pick<DispatchModuleDeps, 'clock' | 'fleet' | 'maps' | 'logger' | 'booking'>;

/**
 * Reads and estimates the end of each trip once. The results become stale, so use them for one short operation only.
 */
export function createEndingTrips({ clock, fleet, maps, logger, booking: bookings }: EndingTripsDeps) {
  const read = new Map<string, Promise<readonly EndingTrip[]>>();
  const estimated = new Map<string, Promise<number>>();

  const untilFree = createSecondsUntilFree({ clock, fleet, maps, logger });

  return {
    /** Trips of the car type that are due to end within this many seconds, or are overdue. */
    ofCarType(carType: string, withinSecs: number): Promise<readonly EndingTrip[]> {
      const known = read.get(carType);
      if (known) return known;
      const before = clock.now() + withinSecs * MS_PER_SECOND;
      const reading = bookings.endingTrips(carType, before, MAX_TRIPS);
      read.set(carType, reading);
      return reading;
    },
    secondsUntilFree(trip: EndingTrip): Promise<number> {
      const known = estimated.get(trip.id);
      if (known) return known;
      const estimating = untilFree(trip);
      estimated.set(trip.id, estimating);
      return estimating;
    },
  };
}

export type EndingTrips = ReturnType<typeof createEndingTrips>;

/** Estimates when a driver is free: by the road from the car to the drop-off, or else by the trip's own estimate. */
export function createSecondsUntilFree({
  clock,
  fleet,
  maps,
  logger,
}: {
  clock: DispatchModuleDeps['clock'];
  fleet: { positions: Pick<DispatchModuleDeps['fleet']['positions'], 'of'> };
  maps: Pick<DispatchModuleDeps['maps'], 'arrivalTimes'>;
  logger: DispatchModuleDeps['logger'];
}) {
  async function roadSecsTo(trip: EndingTrip): Promise<number | null> {
    const car = trip.driver === null ? null : await fleet.positions.of(trip.driver);
    if (!car) return null;
    try {
      const [road] = await maps.arrivalTimes([car], trip.drop_point);
      return road ? road.time_in_secs : null;
    } catch (error) {
      logger.warn({ err: error }, 'No route to the end of a trip');
      return null;
    }
  }

  return async function untilFree(trip: EndingTrip): Promise<number> {
    const isAtDrop = trip.status === 'REACHED';
    const roadSecs = isAtDrop ? null : await roadSecsTo(trip);
    return secondsUntilFree(
      {
        isAtDrop,
        startedAt: trip.trip_start_time ?? clock.now(),
        plannedSecs: trip.estimate_time_secs,
        hasStops: trip.has_stops,
        roadSecs,
      },
      clock.now(),
    );
  };
}

type RoadDeps = Pick<DispatchModuleDeps, 'clock' | 'maps' | 'logger'> & {
  fleet: { positions: Pick<DispatchModuleDeps['fleet']['positions'], 'of'> };
};

/** Seconds from now to the end of a trip whose driver is still on the way to its pickup, or waits there. */
export function createSecondsUntilEnd({ clock, fleet, maps, logger }: RoadDeps) {
  const secondsTo = createSecondsTo({ fleet, maps, logger });

  async function driveTo({ driver, pickup }: ApproachingTrip): Promise<number> {
    const byRoad = await secondsTo(driver ?? '', pickup);
    if (byRoad !== null) return byRoad;
    const place = driver === null ? null : await fleet.positions.of(driver);
    return place ? distanceKm(place, pickup) * ASSUMED_SECS_PER_KM : 0;
  }

  return async function secondsUntilEnd(trip: ApproachingTrip): Promise<number> {
    const now = clock.now();
    const driveSecs = trip.status === 'ARRIVED' ? 0 : await driveTo(trip);
    const startsIn = trip.book_later ? Math.max(driveSecs, (trip.tripdate - now) / MS_PER_SECOND) : driveSecs;
    return Math.round(startsIn + trip.estimate_time_secs + HANDOVER_SECS);
  };
}

/** Seconds from the end of a trip to the next pickup, by road; by the straight line without a route. */
export function createDriveSecs({ maps, logger }: Pick<DispatchModuleDeps, 'maps' | 'logger'>) {
  return async function driveSecs(from: LatLng, pickup: LatLng): Promise<number> {
    try {
      const [road] = await maps.arrivalTimes([from], pickup);
      if (road) return road.time_in_secs;
    } catch (error) {
      logger.warn({ err: error }, 'No route from the end of a trip to the next pickup');
    }
    return distanceKm(from, pickup) * ASSUMED_SECS_PER_KM;
  };
}

/**
 * A driver on a trip gets an offer of this booking only when the trip ends within this many seconds; 0 for free drivers
 * only. A later trip is offered to free drivers only until its time, because its rider relies on a punctual pickup.
 */
export const followOnWithin = (
  { book_later, tripdate }: DispatchedBooking,
  followOnSeconds: number,
  now: number,
): number => (!book_later || now >= tripdate ? followOnSeconds : 0);

/** `at`: ms since the epoch. */
export const isOnDutyAt = ({ dutyUntil }: Pick<Candidate, 'dutyUntil'>, at: number): boolean =>
  dutyUntil == null || at < dutyUntil;

export function createFindFinishing({
  clock,
  fleet,
  endingTrips,
}: {
  clock: DispatchModuleDeps['clock'];
  fleet: Pick<DispatchModuleDeps['fleet'], 'gatesAt'>;
  endingTrips: EndingTrips;
}) {
  /**
   * Nearest drop-off first; only drivers who are free within this many seconds and before their hours on duty end.
   * `gate` is a check other than the trip itself.
   */
  return async function findFinishing(
    booking: DispatchedBooking,
    withinSecs: number,
  ): Promise<FinishingCandidate[]> {
    if (withinSecs === 0) return [];
    const trips = await endingTrips.ofCarType(booking.car_type, withinSecs);
    const places = trips.flatMap(({ driver, drop_point: { lat, lng } }) =>
      driver === null ? [] : [{ driver, lat, lng }],
    );
    if (places.length === 0) return [];
    const near = await fleet.gatesAt(places, booking.pickup, booking.car_type);
    const byDriver = new Map(trips.map((trip) => [trip.driver, trip]));
    const finishing: FinishingCandidate[] = [];
    for (const candidate of near.filter(({ gate }) => gate === null).slice(0, MAX_ESTIMATED)) {
      const trip = byDriver.get(candidate.driver);
      if (!trip) continue;
      const free_in_secs = await endingTrips.secondsUntilFree(trip);
      const freeAt = clock.now() + free_in_secs * MS_PER_SECOND;
      if (free_in_secs <= withinSecs && isOnDutyAt(candidate, freeAt))
        finishing.push({ ...candidate, trip: trip.id, free_in_secs });
    }
    return finishing;
  };
}
