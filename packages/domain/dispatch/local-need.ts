// Computes how likely a driver is needed at their place, from the requests expected nearby and the free drivers nearby.
import type { LatLng } from '../geo/index.ts';

/** Demand and drivers of the city at one moment, as far as the server knows them. */
export interface Market {
  /** Pickups requested in the last `recentSecs`, including requests without a driver and cancelled ones. */
  recentPickups: readonly LatLng[];
  recentSecs: number;
  /** Positions of free drivers, and the ends of trips that will be over soon. */
  freeDrivers: readonly LatLng[];
  /** Number of drivers on duty, including those on a trip; 0 when unknown. */
  driversOnDuty: number;
}

/** A market without any information, in which no driver is held back for other riders. */
export const unknownMarket: Market = {
  recentPickups: [],
  recentSecs: 0,
  freeDrivers: [],
  driversOnDuty: 0,
};

/** About 1 km from south to north. A cell and its eight neighbours form an area of 3 km × 3 km. */
const CELL_DEGREES = 0.009;
/** More than the number of cells around the earth, so that the number of a cell is unique. */
const CELLS_A_ROW = 100_003;

/** From this expected number on, the actual number of requests hardly differs from it. */
const MANY = 500;

/** Returns the probability of at least `count` requests when `expected` are expected, by the Poisson distribution. */
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
 * Returns the need at a place, 0 to 1: the probability that within the next `withinSecs` the area gets at least as many
 * requests as it has free drivers. The rate of requests is that of the last minutes.
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
