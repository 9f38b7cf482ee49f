// Computes the density of roads around a place, 0 to 15, as the router (Valhalla) does.
import { METRES_PER_DEGREE } from '../road-index.ts';

const RADIUS_KM = 2;
const CELL_DEGREES = 16_384 / 1e7;
/**
 * Relative density of one kilometre of road per square kilometre: BuildDensityIndex in src/mjolnir/graphenhancer.cc.
 */
const DENSITY_OF_KM = 0.7;
const DENSEST = 15;

export interface RoadLength {
  readonly lat: number;
  readonly lng: number;
  readonly metres: number;
}

const keyOf = (row: number, column: number): number => row * 1e6 + column;

/**
 * Returns a function from a place to its density. `lengths` contains half the length of each road at both of its ends.
 */
export function createRoadDensity(
  lengths: readonly RoadLength[],
): (place: { lat: number; lng: number }) => number {
  const cosine = Math.cos(((lengths[0]?.lat ?? 0) * Math.PI) / 180);
  const rowOf = (lat: number): number => Math.floor((lat + 90) / CELL_DEGREES);
  const columnOf = (lng: number): number => Math.floor((lng + 180) / CELL_DEGREES);
  const cells = new Map<number, number>();
  for (const { lat, lng, metres } of lengths) {
    const key = keyOf(rowOf(lat), columnOf(lng));
    cells.set(key, (cells.get(key) ?? 0) + metres);
  }
  const cellKm = (CELL_DEGREES * METRES_PER_DEGREE) / 1000;
  const rows = Math.round(RADIUS_KM / cellKm);
  const columns = Math.round(RADIUS_KM / (cellKm * cosine));
  const known = new Map<number, number>();

  function compute(row: number, column: number): number {
    let metres = 0;
    let count = 0;
    for (let y = -rows; y <= rows; y += 1) {
      const half = Math.floor(columns * Math.sqrt(1 - (y / rows) ** 2));
      for (let x = -half; x <= half; x += 1) {
        metres += cells.get(keyOf(row + y, column + x)) ?? 0;
        count += 1;
      }
    }
    const squareKm = count * cellKm * cellKm * cosine;
    return Math.min(DENSEST, Math.round((metres / 1000 / squareKm) * DENSITY_OF_KM));
  }

  return ({ lat, lng }) => {
    const row = rowOf(lat);
    const column = columnOf(lng);
    const key = keyOf(row, column);
    const density = known.get(key) ?? compute(row, column);
    known.set(key, density);
    return density;
  };
}
