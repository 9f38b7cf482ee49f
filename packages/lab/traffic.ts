// The ground truth of traffic: how long a drive really takes. Policies and drivers do not see it.

import type { LatLng } from '@kerb/domain/geo';
import { MS_PER_HOUR } from '@kerb/domain/kernel';
import { createRandom } from './random.ts';

export interface Traffic {
  /** Real seconds of a drive that the router puts at `routerSecs`. The same key, the same noise. */
  secondsOf(drive: { from: LatLng; to: LatLng; routerSecs: number; at: number; key: string }): number;
}

/** The factor of each hour of the day, 0 to 23 o'clock. */
const byHour = [
  0.92, 0.9, 0.9, 0.9, 0.92, 0.96, 1.05, 1.25, 1.35, 1.2, 1.08, 1.08, 1.15, 1.15, 1.1, 1.1, 1.15, 1.3, 1.38,
  1.28, 1.12, 1.04, 0.98, 0.95,
];

/** Deviation of the logarithm of a single drive's time. */
const NOISE = 0.14;
/** Areas of about a square kilometre differ by this deviation. */
const AREA_NOISE = 0.1;
const AREAS_PER_DEGREE = 100;

/** The factor of a time (ms since the epoch, UTC); it changes steadily from the middle of one hour to the next. */
export function hourFactor(at: number): number {
  const hours = at / MS_PER_HOUR + 23.5;
  const hour = Math.floor(hours);
  const fraction = hours - hour;
  const before = byHour[hour % 24] ?? 1;
  const after = byHour[(hour + 1) % 24] ?? 1;
  return before + (after - before) * fraction;
}

/**
 * `slowdown` is one more factor for the whole day, such as rain. `factorAt` is the factor of a time; constantly 1 for a
 * router that knows the hours itself.
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
