// Follows each trip along its road route: what lies ahead, recomputed by road only when the car leaves the route.
import { decodePolyline, distanceKm, type LatLng, stopsVisited } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import type { MapsForTracking, TrailPoint, WayAhead } from './tracking.deps.ts';
import { headingTo, type Trip } from './trip.ts';
import { type FollowedRoute, followRoute, placeOnRoute, restOfRoute } from './way-ahead.ts';

/** Farther from its route than this, the car goes another way: ask for the way from here. */
const OFF_ROUTE_KM = 0.06;
/** How far back and ahead of the last place on the route the car is looked for. */
const SEARCH_BACK_KM = 0.1;
const SEARCH_AHEAD_KM = 1.5;
/** The way is asked for anew after this long in any case, and not more often than this when none was found. */
const ROUTE_LIFE_MS = 180_000;
const NO_ROUTE_PAUSE_MS = 15_000;

interface Progress {
  to: 'pickup' | 'drop';
  stopsVisited: number;
  route: FollowedRoute | null;
  alongKm: number;
  askedAt: number;
}

export interface TripProgress {
  /** Marks the stops the car has been at; cheap, for every position. */
  visit(trip: Trip, position: LatLng): Promise<void>;
  /** The way ahead from here; null while the trip is not on the road or no road leads there. */
  ahead(trip: Trip, position: LatLng, now: number): Promise<WayAhead | null>;
  forget(booking: string): void;
}

export interface TripProgressDeps {
  maps: MapsForTracking;
  trailOf: (booking: string) => Promise<readonly TrailPoint[]>;
}

export function createTripProgress({ maps, trailOf }: TripProgressDeps): TripProgress {
  const trips = new Map<string, Promise<Progress>>();

  async function begin(trip: Trip, to: 'pickup' | 'drop'): Promise<Progress> {
    // After a restart the trail tells which stops were visited.
    const passed = to === 'drop' && trip.waypoints.length > 0 ? await trailOf(trip.booking) : [];
    return {
      to,
      stopsVisited: stopsVisited(trip.waypoints, passed),
      route: null,
      alongKm: 0,
      askedAt: Number.NEGATIVE_INFINITY,
    };
  }

  async function progressOf(trip: Trip): Promise<Progress | null> {
    const to = headingTo(trip.status);
    if (to === null) {
      trips.delete(trip.booking);
      return null;
    }
    const known = trips.get(trip.booking);
    const progress = known && (await known);
    if (progress?.to === to) return progress;
    const beginning = begin(trip, to);
    trips.set(trip.booking, beginning);
    beginning.catch(() => trips.delete(trip.booking));
    return beginning;
  }

  /**
   * By the trail, which also knows what came in at another server, or late. Where it cannot be read what is known here
   * has to do: the position that asks is kept already, and must not fail.
   */
  async function visitedBefore(trip: Trip): Promise<number> {
    return trailOf(trip.booking).then(
      (trail) => stopsVisited(trip.waypoints, trail),
      () => 0,
    );
  }

  async function askForWay(trip: Trip, progress: Progress, position: LatLng, now: number): Promise<void> {
    progress.askedAt = now;
    progress.alongKm = 0;
    // The trail is asked while stops are ahead.
    if (progress.to === 'drop' && progress.stopsVisited < trip.waypoints.length)
      progress.stopsVisited = Math.max(progress.stopsVisited, await visitedBefore(trip));
    const [dest, stops] =
      progress.to === 'pickup' ? [trip.pickup, []] : [trip.drop, trip.waypoints.slice(progress.stopsVisited)];
    try {
      const way = await maps.directions(position, dest, stops);
      progress.route = followRoute(decodePolyline(way.polylinePoints), way);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      progress.route = null;
    }
  }

  /** True when the car was found on the route it follows. */
  function moveAlong(progress: Progress, position: LatLng): boolean {
    if (progress.route === null) return false;
    const place = placeOnRoute(progress.route, position, {
      fromKm: progress.alongKm - SEARCH_BACK_KM,
      toKm: progress.alongKm + SEARCH_AHEAD_KM,
    });
    if (place === null || place.offKm > OFF_ROUTE_KM) return false;
    progress.alongKm = Math.max(progress.alongKm, place.alongKm);
    return true;
  }

  return {
    async visit(trip, position) {
      if (trip.waypoints.length === 0) return;
      const progress = await progressOf(trip);
      if (progress?.to !== 'drop') return;
      progress.stopsVisited = stopsVisited(trip.waypoints, [position], progress.stopsVisited);
    },

    async ahead(trip, position, now) {
      const progress = await progressOf(trip);
      if (progress === null) return null;
      const age = now - progress.askedAt;
      const follows = moveAlong(progress, position) && age < ROUTE_LIFE_MS;
      if (!follows && (progress.route !== null || age >= NO_ROUTE_PAUSE_MS)) {
        await askForWay(trip, progress, position, now);
        moveAlong(progress, position);
      }
      if (progress.route === null) return null;
      return { to: progress.to, ...restOfRoute(progress.route, progress.alongKm) };
    },

    forget(booking) {
      trips.delete(booking);
    },
  };
}

/** Whether the watchers should hear of the way ahead again: on a bounded cadence, and only when the car moved. */
export function etaIsDue(
  last: { at: number; position: LatLng } | undefined,
  now: number,
  position: LatLng,
): boolean {
  if (last === undefined) return true;
  const waited = now - last.at;
  if (waited >= STANDING_MS) return true;
  return waited >= MOVING_MS && distanceKm(last.position, position) > 0.03;
}

const MOVING_MS = 3000;
const STANDING_MS = 20_000;
