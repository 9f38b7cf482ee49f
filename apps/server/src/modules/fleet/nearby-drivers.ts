// Summarises the cars around a point for visitors: their number and the soonest arrival by car type, and rounded
// positions.
import type { LatLng } from '@kerb/domain/geo';
import { LRUCache } from 'lru-cache';
import type { FoundDriver } from './find-drivers.ts';

export interface NearbyDrivers {
  carTypes: {
    carType: string;
    count: number;
    nearest_in_secs: number | null;
    finishing_nearby: boolean;
  }[];
  cars: { lat: number; lng: number; heading: number | null; carType: string }[];
}

type Seconds = number | null;

export interface NearbyDriversDeps {
  eligibleNear: (point: LatLng) => Promise<FoundDriver[]>;
  isFinishingNear: (point: LatLng, carType: string) => Promise<boolean>;
  carTypeIds: () => Promise<readonly string[]>;
  /** Seconds by road from each start to the point; null without a route. */
  secondsTo: (starts: readonly LatLng[], point: LatLng) => Promise<readonly Seconds[]>;
}

/**
 * Number of cars of each type whose travel time is computed: the nearest in a straight line is not always the soonest.
 */
const TIMED_PER_TYPE = 2;
const MAX_CARS = 80;
const CACHE_MS = 2000;

/** Rounds to four decimals, about 10 m: precise enough to draw a car, too imprecise to follow a person to a door. */
const blurred = (degrees: number): number => Math.round(degrees * 1e4) / 1e4;

export function createNearbyDrivers(deps: NearbyDriversDeps) {
  const answers = new LRUCache<string, Promise<NearbyDrivers>>({ max: 1000, ttl: CACHE_MS });
  return async function nearbyDrivers(point: LatLng, carType: string | undefined): Promise<NearbyDrivers> {
    const key = `${blurred(point.lat)} ${blurred(point.lng)}`;
    const known = answers.get(key);
    const answer = known ?? look(deps, point);
    if (!known) {
      answers.set(key, answer);
      answer.catch(() => answers.delete(key));
    }
    const { carTypes, cars } = await answer;
    if (carType === undefined) return { carTypes, cars };
    const ofType = (one: { carType: string }): boolean => one.carType === carType;
    return { carTypes: carTypes.filter(ofType), cars: cars.filter(ofType) };
  };
}

async function look(deps: NearbyDriversDeps, point: LatLng): Promise<NearbyDrivers> {
  const [found, ids] = await Promise.all([deps.eligibleNear(point), deps.carTypeIds()]);
  const groups = ids.map((id) => ({ id, drivers: found.filter(({ carType }) => carType === id) }));
  const timed = groups.flatMap(({ id, drivers }) =>
    drivers.slice(0, TIMED_PER_TYPE).map(({ lat, lng }) => ({ id, at: { lat, lng } })),
  );
  const seconds =
    timed.length > 0
      ? await deps.secondsTo(
          timed.map(({ at }) => at),
          point,
        )
      : [];
  const soonest = new Map<string, number>();
  timed.forEach(({ id }, index) => {
    const takes = seconds[index] ?? null;
    if (takes !== null) soonest.set(id, Math.min(takes, soonest.get(id) ?? Number.POSITIVE_INFINITY));
  });
  // A booking needs a driver who finishes a trip only where no driver is free.
  const finishing = await Promise.all(
    groups.map(({ id, drivers }) => drivers.length === 0 && deps.isFinishingNear(point, id)),
  );
  return {
    carTypes: groups.map(({ id, drivers }, index) => ({
      carType: id,
      count: drivers.length,
      nearest_in_secs: soonest.has(id) ? Math.round(soonest.get(id) ?? 0) : null,
      finishing_nearby: finishing[index] ?? false,
    })),
    cars: found
      .slice(0, MAX_CARS)
      .flatMap(({ lat, lng, heading, carType }) =>
        carType === null ? [] : [{ lat: blurred(lat), lng: blurred(lng), heading, carType }],
      ),
  };
}
