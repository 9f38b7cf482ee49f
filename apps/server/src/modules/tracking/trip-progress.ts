// Follows each trip along its road route and computes the rest; requests a new route only when the car leaves it.
import { decodePolyline, distanceKm, type LatLng, stopsVisited } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import { type FollowedRoute, followRoute, placeOnRoute, restOfRoute } from './remaining-route.ts';
import type { MapsForTracking, RemainingRoute, TrailPoint } from './tracking.deps.ts';
import { headingTo, type Trip } from './trip.ts';

/** A car farther from its route than this has left it: a new route is requested. */
const OFF_ROUTE_KM = 0.06;
/** The part of the route, before and after the last place, on which the car is searched. */
const SEARCH_BACK_KM = 0.1;
const SEARCH_AHEAD_KM = 1.5;
/** The route is requested again after this long in any case, and at most this often when none was found. */
const ROUTE_LIFE_MS = 180_000;
const NO_ROUTE_PAUSE_MS = 15_000;

interface Progress {
  to: 'pickup' | 'drop';
  stopsVisited: number;
  route: FollowedRoute | null;
  alongKm: number;
  requestedAt: number;
}

export interface TripProgress {
  /** Marks the stops that the car has passed; cheap, called for every position. */
  markVisited(trip: Trip, position: LatLng): Promise<void>;
  /** The remaining route from here; null while the trip is not driving or no route exists. */
  remainingRoute(trip: Trip, position: LatLng, now: number): Promise<RemainingRoute | null>;
  remove(booking: string): void;
}

export interface TripProgressDeps {
  maps: MapsForTracking;
  trailOf: (booking: string) => Promise<readonly TrailPoint[]>;
}

/**
 * Reads the trail, which also has positions received by other servers or uploaded late. A failed read counts as no
 * stop: the current position is already stored and must not fail.
 */
async function visitedBefore({ trailOf }: Pick<TripProgressDeps, 'trailOf'>, trip: Trip): Promise<number> {
  return trailOf(trip.booking).then(
    (trail) => stopsVisited(trip.stops, trail),
    () => 0,
  );
}

/** Whether the car is on its route; updates its progress along it. */
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

export function createTripProgress({ maps, trailOf }: TripProgressDeps): TripProgress {
  const trips = new Map<string, Promise<Progress>>();

  async function begin(trip: Trip, to: 'pickup' | 'drop'): Promise<Progress> {
    // After a restart the trail shows which stops were visited.
    const passed = to === 'drop' && trip.stops.length > 0 ? await trailOf(trip.booking) : [];
    return {
      to,
      stopsVisited: stopsVisited(trip.stops, passed),
      route: null,
      alongKm: 0,
      requestedAt: Number.NEGATIVE_INFINITY,
    };
  }

  async function progressOf(trip: Trip): Promise<Progress | null> {
    const to = headingTo(trip);
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

  async function requestRoute(trip: Trip, progress: Progress, position: LatLng, now: number): Promise<void> {
    progress.requestedAt = now;
    progress.alongKm = 0;
    // The trail is read only while stops remain.
    if (progress.to === 'drop' && progress.stopsVisited < trip.stops.length)
      progress.stopsVisited = Math.max(progress.stopsVisited, await visitedBefore({ trailOf }, trip));
    const dest = progress.to === 'pickup' ? trip.pickup : trip.drop;
    const ahead = progress.to === 'pickup' ? [] : trip.stops.slice(progress.stopsVisited);
    try {
      const found = await maps.directions(
        position,
        dest,
        ahead.map(({ point }) => point),
      );
      progress.route = followRoute(decodePolyline(found.polylinePoints), found);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      progress.route = null;
    }
  }

  return {
    async markVisited(trip, position) {
      if (trip.stops.length === 0) return;
      const progress = await progressOf(trip);
      if (progress?.to !== 'drop') return;
      progress.stopsVisited = stopsVisited(trip.stops, [position], progress.stopsVisited);
    },

    async remainingRoute(trip, position, now) {
      const progress = await progressOf(trip);
      if (progress === null) return null;
      const age = now - progress.requestedAt;
      const follows = moveAlong(progress, position) && age < ROUTE_LIFE_MS;
      if (!follows && (progress.route !== null || age >= NO_ROUTE_PAUSE_MS)) {
        await requestRoute(trip, progress, position, now);
        moveAlong(progress, position);
      }
      if (progress.route === null) return null;
      return { to: progress.to, ...restOfRoute(progress.route, progress.alongKm) };
    },

    remove(booking) {
      trips.delete(booking);
    },
  };
}

/** Whether the remaining route is due for publication: at a limited rate, and sooner only when the car moved. */
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
