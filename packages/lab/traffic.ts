// Actual duration of simulated drives. Policies and drivers know only the router's travel times.

import type { LatLng } from '@kerb/domain/geo';
import { MS_PER_HOUR } from '@kerb/domain/kernel';
import { createRandom } from './random.ts';

export interface Traffic {
  /**
   * Returns the actual seconds of a drive for which the router estimates `routerSecs`. The same key gives the same
   * noise.
   */
  secondsOf(drive: { from: LatLng; to: LatLng; routerSecs: number; at: number; key: string }): number;
}

/** Traffic factor of each hour of the day, 0 to 23. */
const byHour = [
  0.92, 0.9, 0.9, 0.9, 0.92, 0.96, 1.05, 1.25, 1.35, 1.2, 1.08, 1.08, 1.15, 1.15, 1.1, 1.1, 1.15, 1.3, 1.38,
  1.28, 1.12, 1.04, 0.98, 0.95,
];

/** Standard deviation of the logarithm of a single drive's duration. */
const NOISE = 0.14;
/** Standard deviation of the logarithm of the factor of an area of about one square kilometre. */
const AREA_NOISE = 0.1;
const AREAS_PER_DEGREE = 100;

/** Returns the traffic factor at a time (ms since the epoch, UTC), interpolated between the middles of the hours. */
export function hourFactor(at: number): number {
  const hours = at / MS_PER_HOUR + 23.5;
  const hour = Math.floor(hours);
  const fraction = hours - hour;
  const before = byHour[hour % 24] ?? 1;
  const after = byHour[(hour + 1) % 24] ?? 1;
  return before + (after - before) * fraction;
}

/**
 * `slowdown` is an additional factor for the whole day, for example because of rain. `factorAt` returns the factor at a
 * time; constantly 1 for a router that already includes the hourly traffic.
 */
export function createTraffic(seed: string, slowdown = 1, factorAt = hourFactor): Traffic {
  const areas = new Map<string, number>();
  function areaFactor({ lat, lng }: LatLng): number {
    const name = `${Math.round(lat * AREAS_PER_DEGREE)}/${Math.round(lng * AREAS_PER_DEGREE)}`;
    const known = areas.get(name);
    if (known !== undefined) return known;
    const factor = Math.exp(AREA_NOISE * createRandom(`${seed}/area/${name}`).normal());
    areas.set(name, factor);
    return factor;
  }
  return {
    secondsOf({ from, to, routerSecs, at, key }) {
      const noise = Math.exp(NOISE * createRandom(`${seed}/drive/${key}`).normal());
      const area = Math.sqrt(areaFactor(from) * areaFactor(to));
      return routerSecs * factorAt(at) * area * noise * slowdown;
    },
  };
}
