// Finds the road nearest to a place, with a grid over the segments of all roads.
import type { LatLng } from '@kerb/domain/geo';
import type { StoredRoads } from './stored-roads.ts';

/**
 * A place on a road: `share` is its position along the points of the road, 0 to 1, `metresOff` its distance from the
 * given place.
 */
export interface SnappedPlace {
  readonly road: number;
  readonly share: number;
  readonly metresOff: number;
}

export interface RoadIndex {
  /** Edges of each road along and against the order of its points; -1 where cars may not drive in that direction. */
  readonly forwardEdge: Int32Array;
  readonly backwardEdge: Int32Array;
  /** Returns the nearest place on a road; null when no road lies within `maxMetres`. */
  snap(place: LatLng, maxMetres: number): SnappedPlace | null;
}

export const METRES_PER_DEGREE = 111_195;
const E7 = 1e7;
const NONE = -1;
/** About 110 m, so that a cell in a city contains a handful of segments. */
const MIN_CELL = 0.001;
const CELLS_PER_SEGMENT = 4;
/** Reached at 87 degrees of latitude. Nearer to a pole, the search may return a road that is not the nearest. */
const MIN_NARROWING = 0.05;

type Roads = Pick<StoredRoads, 'pointStart' | 'pointLat' | 'pointLng' | 'edgeRoad'>;

interface Grid {
  readonly south: number;
  readonly west: number;
  readonly cell: number;
  readonly rows: number;
  readonly columns: number;
}

function gridOf({ pointLat, pointLng }: Roads): Grid {
  let south = 90;
  let north = -90;
  let west = 180;
  let east = -180;
  for (let i = 0; i < pointLat.length; i += 1) {
    const lat = (pointLat[i] ?? 0) / E7;
    const lng = (pointLng[i] ?? 0) / E7;
    south = Math.min(south, lat);
    north = Math.max(north, lat);
    west = Math.min(west, lng);
    east = Math.max(east, lng);
  }
  const height = Math.max(0, north - south);
  const width = Math.max(0, east - west);
  const cells = Math.max(1, pointLat.length * CELLS_PER_SEGMENT);
  const cell = Math.max(MIN_CELL, Math.sqrt((height * width) / cells));
  const rows = Math.floor(height / cell) + 1;
  const columns = Math.floor(width / cell) + 1;
  return { south, west, cell, rows, columns };
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));

const rowOf = (grid: Grid, lat: number): number =>
  clamp(Math.floor((lat / E7 - grid.south) / grid.cell), grid.rows - 1);
const columnOf = (grid: Grid, lng: number): number =>
  clamp(Math.floor((lng / E7 - grid.west) / grid.cell), grid.columns - 1);

/** Calls `visit` for each cell that the bounding box of a segment touches. */
function visitCells(
  grid: Grid,
  { pointLat, pointLng }: Roads,
  segment: number,
  visit: (cell: number, segment: number) => void,
): void {
  const row = rowOf(grid, pointLat[segment] ?? 0);
  const nextRow = rowOf(grid, pointLat[segment + 1] ?? 0);
  const column = columnOf(grid, pointLng[segment] ?? 0);
  const nextColumn = columnOf(grid, pointLng[segment + 1] ?? 0);
  for (let y = Math.min(row, nextRow); y <= Math.max(row, nextRow); y += 1) {
    for (let x = Math.min(column, nextColumn); x <= Math.max(column, nextColumn); x += 1)
      visit(y * grid.columns + x, segment);
  }
}

interface Cells {
  /**
   * Cell c contains the segments segment[start[c]] up to segment[start[c + 1]]; a segment is identified by its first
   * point.
   */
  readonly start: Uint32Array;
  readonly segment: Uint32Array;
}

function fillCells(grid: Grid, roads: Roads): Cells {
  const cells = grid.rows * grid.columns;
  const start = new Uint32Array(cells + 1);
  const visitAll = (visit: (cell: number, segment: number) => void) => {
    for (let road = 0; road < roads.pointStart.length - 1; road += 1) {
      const end = (roads.pointStart[road + 1] ?? 0) - 1;
      for (let point = roads.pointStart[road] ?? 0; point < end; point += 1)
        visitCells(grid, roads, point, visit);
    }
  };
  visitAll((cell) => {
    start[cell + 1] = (start[cell + 1] ?? 0) + 1;
  });
  for (let cell = 0; cell < cells; cell += 1) start[cell + 1] = (start[cell + 1] ?? 0) + (start[cell] ?? 0);
  const next = start.slice();
  const segment = new Uint32Array(start[cells] ?? 0);
  visitAll((cell, point) => {
    const at = next[cell] ?? 0;
    next[cell] = at + 1;
    segment[at] = point;
  });
  return { start, segment };
}

/** Flat projection in metres around one place. */
class Plane {
  readonly #roads: Roads;
  readonly #lat: number;
  readonly #lng: number;
  readonly #perLat = METRES_PER_DEGREE / E7;
  readonly #perLng: number;

  constructor(roads: Roads, place: LatLng) {
    this.#roads = roads;
    this.#lat = place.lat * E7;
    this.#lng = place.lng * E7;
    this.#perLng = this.#perLat * Math.cos((place.lat * Math.PI) / 180);
  }

  x(point: number): number {
    return ((this.#roads.pointLng[point] ?? 0) - this.#lng) * this.#perLng;
  }

  y(point: number): number {
    return ((this.#roads.pointLat[point] ?? 0) - this.#lat) * this.#perLat;
  }

  /** Returns the position of the segment's point that is nearest to the place, 0 to 1. */
  shareOf(segment: number): number {
    const fromX = this.x(segment);
    const fromY = this.y(segment);
    const dx = this.x(segment + 1) - fromX;
    const dy = this.y(segment + 1) - fromY;
    const squared = dx * dx + dy * dy;
    return squared === 0 ? 0 : Math.max(0, Math.min(1, -(fromX * dx + fromY * dy) / squared));
  }

  squaredDistance(segment: number): number {
    const share = this.shareOf(segment);
    const x = this.x(segment) * (1 - share) + this.x(segment + 1) * share;
    const y = this.y(segment) * (1 - share) + this.y(segment + 1) * share;
    return x * x + y * y;
  }

  length(segment: number): number {
    return Math.hypot(this.x(segment + 1) - this.x(segment), this.y(segment + 1) - this.y(segment));
  }
}

/** Returns the road of a segment: the last road whose first point is not after the segment. */
function roadOf({ pointStart }: Roads, segment: number): number {
  let low = 0;
  let high = pointStart.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((pointStart[middle] ?? 0) <= segment) low = middle;
    else high = middle - 1;
  }
  return low;
}

function placeOnRoad(roads: Roads, plane: Plane, segment: number, metresOff: number): SnappedPlace {
  const road = roadOf(roads, segment);
  const end = (roads.pointStart[road + 1] ?? 0) - 1;
  let total = 0;
  let along = 0;
  for (let at = roads.pointStart[road] ?? 0; at < end; at += 1) {
    const length = plane.length(at);
    if (at === segment) along = total + length * plane.shareOf(at);
    total += length;
  }
  return { road, share: total === 0 ? 0 : along / total, metresOff };
}

export function createRoadIndex(roads: Roads): RoadIndex {
  const grid = gridOf(roads);
  const cells = fillCells(grid, roads);
  const roadCount = roads.pointStart.length - 1;
  const forwardEdge = new Int32Array(roadCount).fill(NONE);
  const backwardEdge = new Int32Array(roadCount).fill(NONE);
  roads.edgeRoad.forEach((code, edge) => {
    (code % 2 === 0 ? forwardEdge : backwardEdge)[code >> 1] = edge;
  });

  const nearest = { segment: NONE, squared: Number.POSITIVE_INFINITY };

  function searchCell(plane: Plane, cell: number): void {
    const end = cells.start[cell + 1] ?? 0;
    for (let i = cells.start[cell] ?? 0; i < end; i += 1) {
      const segment = cells.segment[i] ?? 0;
      const squared = plane.squaredDistance(segment);
      if (squared >= nearest.squared) continue;
      nearest.squared = squared;
      nearest.segment = segment;
    }
  }

  /** Searches the cells whose larger row or column distance from the middle is exactly `ring`. */
  function searchRing(plane: Plane, row: number, column: number, ring: number): void {
    for (let y = Math.max(0, row - ring); y <= Math.min(grid.rows - 1, row + ring); y += 1) {
      const step = Math.abs(y - row) === ring ? 1 : 2 * ring;
      for (let x = column - ring; x <= column + ring; x += step)
        if (x >= 0 && x < grid.columns) searchCell(plane, y * grid.columns + x);
    }
  }

  return {
    forwardEdge,
    backwardEdge,
    snap(place, maxMetres) {
      const plane = new Plane(roads, place);
      const fromSouth = (place.lat - grid.south) / grid.cell;
      const fromWest = (place.lng - grid.west) / grid.cell;
      const row = Math.floor(fromSouth);
      const column = Math.floor(fromWest);
      // Cells are narrowest from west to east, so this width is the distance that a ring covers in every direction.
      const narrowing = Math.max(MIN_NARROWING, Math.cos((place.lat * Math.PI) / 180));
      const cellMetres = grid.cell * METRES_PER_DEGREE * narrowing;
      const toBorder = Math.min(
        fromSouth - row,
        row + 1 - fromSouth,
        fromWest - column,
        column + 1 - fromWest,
      );
      nearest.segment = NONE;
      nearest.squared = Number.POSITIVE_INFINITY;
      let ring = 0;
      let covered = 0;
      do {
        searchRing(plane, row, column, ring);
        covered = (ring + toBorder) * cellMetres;
        ring += 1;
      } while (covered <= maxMetres && nearest.squared > covered * covered);
      const metresOff = Math.sqrt(nearest.squared);
      return metresOff <= maxMetres ? placeOnRoad(roads, plane, nearest.segment, metresOff) : null;
    },
  };
}
