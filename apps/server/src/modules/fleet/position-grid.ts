// Spatial index: a grid of cells over the world that finds positions near a point without reading all of them.
import { distanceKm, EARTH_RADIUS_KM, type LatLng } from '@kerb/domain/geo';
import type { Km } from '@kerb/domain/kernel';

const KM_PER_DEGREE = (EARTH_RADIUS_KM * Math.PI) / 180;

/** Margin for rounding errors: one cell too many costs little, one too few would miss a driver. */
const SLACK = 1e-9;

/** Half the width, in degrees of longitude, of a circle around `lat`; 180 when the circle contains a pole. */
function halfWidthDegrees(lat: number, radiusKm: number): number {
  const angle = radiusKm / EARTH_RADIUS_KM;
  const latitude = (lat * Math.PI) / 180;
  if (Math.abs(latitude) + angle >= Math.PI / 2) return 180;
  return (Math.asin(Math.min(1, Math.sin(angle) / Math.cos(latitude))) * 180) / Math.PI;
}

/** An entry of the grid. */
interface Placed<Position> {
  readonly position: Position;
}

export interface Near<Position> {
  position: Position;
  distance_km: Km;
}

export interface CellRange {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}

/** A grid of cells over the world and their entries. */
export interface Grid<Entry> {
  rowOf(lat: number): number;
  columnOf(lng: number): number;
  /** The key of the cell that contains the point. */
  keyAt(point: LatLng): number;
  membersOf(row: number, column: number): ReadonlySet<Entry> | undefined;
  enter(key: number, entry: Entry): void;
  leave(key: number, entry: Entry): void;
  /** The cells that a circle can touch; null when it goes around the world. */
  cellsAround(point: LatLng, radiusKm: number): CellRange | null;
  /**
   * A lower bound, in km, of the distance from the point to all positions outside the square of cells up to this ring.
   */
  distanceToEdgeKm(point: LatLng, ring: number): number;
}

export function createGrid<Entry>(cellDegrees: number): Grid<Entry> {
  const cells = new Map<number, Set<Entry>>();
  const columns = Math.round(360 / cellDegrees);
  const rowOf = (lat: number): number => Math.floor((lat + 90) / cellDegrees);
  const columnOf = (lng: number): number => Math.floor((lng + 180) / cellDegrees);
  const keyOf = (row: number, column: number): number =>
    row * columns + (((column % columns) + columns) % columns);

  return {
    rowOf,
    columnOf,
    keyAt: ({ lat, lng }) => keyOf(rowOf(lat), columnOf(lng)),
    membersOf: (row, column) => cells.get(keyOf(row, column)),

    enter(key, entry) {
      const members = cells.get(key);
      if (members) members.add(entry);
      else cells.set(key, new Set([entry]));
    },
    leave(key, entry) {
      const members = cells.get(key);
      members?.delete(entry);
      if (members?.size === 0) cells.delete(key);
    },

    cellsAround(point, radiusKm) {
      const halfHeight = radiusKm / KM_PER_DEGREE + SLACK;
      const halfWidth = halfWidthDegrees(point.lat, radiusKm) + SLACK;
      if (halfWidth >= 179) return null;
      return {
        firstRow: rowOf(Math.max(-90, point.lat - halfHeight)),
        lastRow: rowOf(Math.min(90, point.lat + halfHeight)),
        firstColumn: columnOf(point.lng - halfWidth),
        lastColumn: columnOf(point.lng + halfWidth),
      };
    },

    distanceToEdgeKm({ lat, lng }, ring) {
      const row = rowOf(lat);
      const column = columnOf(lng);
      const south = lat + 90 - (row - ring) * cellDegrees;
      const north = (row + ring + 1) * cellDegrees - (lat + 90);
      const west = lng + 180 - (column - ring) * cellDegrees;
      const east = (column + ring + 1) * cellDegrees - (lng + 180);
      const sideways = (Math.min(west, east) * Math.PI) / 180;
      // The distance to a meridian, from the spherical right triangle between the point, the meridian and the pole.
      const toMeridian = Math.asin(
        Math.cos((lat * Math.PI) / 180) * Math.sin(Math.min(sideways, Math.PI / 2)),
      );
      return Math.min(south * KM_PER_DEGREE, north * KM_PER_DEGREE, toMeridian * EARTH_RADIUS_KM) - SLACK;
    },
  };
}

export const cellCount = ({ firstRow, lastRow, firstColumn, lastColumn }: CellRange): number =>
  (lastRow - firstRow + 1) * (lastColumn - firstColumn + 1);

export const byDistance = (one: Near<unknown>, other: Near<unknown>): number =>
  one.distance_km - other.distance_km;

/** Whether the square ring around a cell still overlaps the range. */
const isInRange = (range: CellRange, row: number, column: number, ring: number): boolean =>
  row - ring >= range.firstRow ||
  row + ring <= range.lastRow ||
  column - ring >= range.firstColumn ||
  column + ring <= range.lastColumn;

/** Calls `visit` for each cell of the square ring at this many steps from a cell. */
function visitRing(
  row: number,
  column: number,
  ring: number,
  visit: (row: number, column: number) => void,
): void {
  for (let step = -ring; step <= ring; step += 1) {
    visit(row - ring, column + step);
    if (ring > 0) visit(row + ring, column + step);
  }
  for (let step = -ring + 1; step < ring; step += 1) {
    visit(row + step, column - ring);
    visit(row + step, column + ring);
  }
}

export interface RingSearch {
  point: LatLng;
  radiusKm: number;
  range: CellRange;
  /** Positions at most this far away (km) were already yielded. */
  beyondKm: number;
  maxRings: number;
}

/**
 * Searches square rings of cells around the point, outwards, and yields each position once no later ring can contain a
 * nearer one. Returns the distance in km up to which all positions were yielded.
 */
export function* searchRings<Position extends LatLng>(
  grid: Pick<Grid<Placed<Position>>, 'rowOf' | 'columnOf' | 'membersOf' | 'distanceToEdgeKm'>,
  { point, radiusKm, range, beyondKm, maxRings }: RingSearch,
): Generator<Near<Position>, number> {
  const row = grid.rowOf(point.lat);
  const column = grid.columnOf(point.lng);
  let waiting: Near<Position>[] = [];
  let certain = beyondKm;
  const collect = (cellRow: number, cellColumn: number): void => {
    for (const { position } of grid.membersOf(cellRow, cellColumn) ?? []) {
      const distance = distanceKm(point, position);
      if (distance <= radiusKm && distance > beyondKm) waiting.push({ position, distance_km: distance });
    }
  };
  for (
    let ring = 0;
    ring < maxRings && (waiting.length > 0 || isInRange(range, row, column, ring));
    ring += 1
  ) {
    visitRing(row, column, ring, collect);
    certain = Math.max(beyondKm, grid.distanceToEdgeKm(point, ring));
    waiting.sort(byDistance);
    const first = waiting.findIndex(({ distance_km }) => distance_km > certain);
    yield* first === -1 ? waiting : waiting.slice(0, first);
    waiting = first === -1 ? [] : waiting.slice(first);
  }
  return certain;
}
