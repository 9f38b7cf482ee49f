// How likely a driver is needed where they are: the requests expected nearby against the free drivers nearby.
import type { LatLng } from '../geo/index.ts';

/** The demand and the drivers of the city at one moment, as far as a server knows them. */
export interface Market {
  /** Where the riders of the last `recentSecs` asked to be picked up, including those who found no driver or cancelled. */
  recentPickups: readonly LatLng[];
  recentSecs: number;
  /** Where drivers are free, or will be when their trip ends soon. */
  freeDrivers: readonly LatLng[];
  /** All drivers on duty, those on a trip included; 0 when unknown. */
  driversOnDuty: number;
}

/** A market about which nothing is known: no driver is held back in it. */
export const unknownMarket: Market = {
  recentPickups: [],
  recentSecs: 0,
  freeDrivers: [],
  driversOnDuty: 0,
};

/** About 1 km from south to north. A place and the cells around it make an area of 3 km × 3 km. */
const CELL_DEGREES = 0.009;
/** More cells than there are around the earth, so that the number of a cell names it. */
const CELLS_A_ROW = 100_003;

/** From so many expected requests on, their number hardly differs from the expected one. */
const MANY = 500;

/** The probability that at least `count` requests are made when `expected` are expected, by Poisson's distribution. */
export function chanceOfAtLeast(count: number, expected: number): number {
  if (expected > MANY) return count <= expected ? 1 : 0;
  let exactly = Math.exp(-expected);
  let fewer = 0;
  for (let made = 0; made < count; made += 1) {
    fewer += exactly;
    exactly *= expected / (made + 1);
  }
  return Math.min(1, Math.max(0, 1 - fewer));
}

function countAround(places: readonly LatLng[], cellOf: (place: LatLng) => number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const place of places) {
    const cell = cellOf(place);
    for (let north = -1; north <= 1; north += 1) {
      for (let east = -1; east <= 1; east += 1) {
        const near = cell + north * CELLS_A_ROW + east;
        counts.set(near, (counts.get(near) ?? 0) + 1);
      }
    }
  }
  return counts;
}

/**
 * Returns the need at a place, 0 to 1: the probability that the next `withinSecs` bring at least as many requests to
 * the area as it has free drivers. The rate of requests is that of the last minutes.
 */
export function createLocalNeed(market: Market, withinSecs: number): (place: LatLng) => number {
  const { recentPickups, recentSecs, freeDrivers } = market;
  const [first] = recentPickups;
  if (!first || recentSecs <= 0) return () => 0;
  const shrink = Math.cos((first.lat * Math.PI) / 180);
  const cellOf = ({ lat, lng }: LatLng): number =>
    Math.floor(lat / CELL_DEGREES) * CELLS_A_ROW + Math.floor((lng * shrink) / CELL_DEGREES);
  const requests = countAround(recentPickups, cellOf);
  const drivers = countAround(freeDrivers, cellOf);
  const needs = new Map<number, number>();
  return (place) => {
    const cell = cellOf(place);
    const known = needs.get(cell);
    if (known !== undefined) return known;
    const expected = ((requests.get(cell) ?? 0) * withinSecs) / recentSecs;
    const need = chanceOfAtLeast(Math.max(1, drivers.get(cell) ?? 0), expected);
    needs.set(cell, need);
    return need;
  };
}
