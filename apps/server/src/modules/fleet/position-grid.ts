// Spatial index: a grid of cells over the world that finds positions near a point without reading all of them. A search
// reads memory far more often than it calculates, so each cell has its coordinates beside each other.
import { distancesTo, EARTH_RADIUS_KM, type LatLng } from '@kerb/domain/geo';
import type { Km } from '@kerb/domain/kernel';

/**
 * Size of a cell, about 280 m from north to south. Measured with 50,000 cars in a city of 30 × 30 km, of which the
 * nearest ten are then in one or two rings of cells around a point.
 */
const CELL_DEGREES = 0.0025;
const COLUMNS = Math.round(360 / CELL_DEGREES);

const KM_PER_DEGREE = (EARTH_RADIUS_KM * Math.PI) / 180;

/** Margin for rounding errors: one cell too many costs little, one too few would miss a driver. */
const SLACK = 1e-9;

/** An entry of the grid. */
export interface Place<Position> {
  position: Position;
  cell: Cell<Position>;
  /** The index in the cell's lists. */
  index: number;
}

interface Cell<Position> {
  readonly key: number;
  readonly places: Place<Position>[];
  /** The position of each of the places. */
  readonly positions: Position[];
  /** The latitude and the longitude of each of the places, in turn. */
  readonly coordinates: number[];
}

export interface Near<Position> {
  position: Position;
  distance_km: Km;
}

export interface PositionGrid<Position extends LatLng> {
  add(position: Position): Place<Position>;
  /** Replaces the position of an entry. */
  move(place: Place<Position>, position: Position): void;
  remove(place: Place<Position>): void;
  /** All positions within the radius, nearest first. */
  near(point: LatLng, radiusKm: number): Near<Position>[];
  /**
   * The same, computed lazily: positions beyond the last one that the caller reads cost nothing. A position that moves
   * away before the caller has read all may be yielded again, farther away.
   */
  nearestFirst(point: LatLng, radiusKm: number): Iterable<Near<Position>>;
}

/** Rows and columns of cells. */
interface CellRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

const rowOf = (lat: number): number => Math.floor((lat + 90) / CELL_DEGREES);
const columnOf = (lng: number): number => Math.floor((lng + 180) / CELL_DEGREES);
/**
 * An integer of 32 bits, with which maps are fastest. Cells more than 70 degrees apart can have the same key. No search by
 * cells reaches both, and each search compares distances, so that it leaves out the positions of the other one.
 */
const keyOf = (row: number, column: number): number =>
  (row * COLUMNS + (((column % COLUMNS) + COLUMNS) % COLUMNS)) | 0;

/** Half the width, in degrees of longitude, of a circle around `lat`; 180 when the circle contains a pole. */
function halfWidthDegrees(lat: number, radiusKm: number): number {
  const angle = radiusKm / EARTH_RADIUS_KM;
  const latitude = (lat * Math.PI) / 180;
  if (Math.abs(latitude) + angle >= Math.PI / 2) return 180;
  return (Math.asin(Math.min(1, Math.sin(angle) / Math.cos(latitude))) * 180) / Math.PI;
}

/** The cells that a circle can touch; null when it goes around the world. */
function cellsAround(point: LatLng, radiusKm: number): CellRange | null {
  const halfHeight = radiusKm / KM_PER_DEGREE + SLACK;
  const halfWidth = halfWidthDegrees(point.lat, radiusKm) + SLACK;
  if (halfWidth >= 179) return null;
  return {
    firstRow: rowOf(Math.max(-90, point.lat - halfHeight)),
    lastRow: rowOf(Math.min(90, point.lat + halfHeight)),
    firstColumn: columnOf(point.lng - halfWidth),
    lastColumn: columnOf(point.lng + halfWidth),
  };
}

const cellCount = ({ firstRow, lastRow, firstColumn, lastColumn }: CellRange): number =>
  (lastRow - firstRow + 1) * (lastColumn - firstColumn + 1);

/** Whether the square ring around a cell still overlaps the range. */
const isInRange = (range: CellRange, row: number, column: number, ring: number): boolean =>
  row - ring >= range.firstRow ||
  row + ring <= range.lastRow ||
  column - ring >= range.firstColumn ||
  column + ring <= range.lastColumn;

/** A lower bound, in km, of the distance from the point to everything outside the rings around its cell. */
function distanceToEdgeKm({ lat, lng }: LatLng, ring: number): number {
  const row = rowOf(lat);
  const column = columnOf(lng);
  const south = lat + 90 - (row - ring) * CELL_DEGREES;
  const north = (row + ring + 1) * CELL_DEGREES - (lat + 90);
  const west = lng + 180 - (column - ring) * CELL_DEGREES;
  const east = (column + ring + 1) * CELL_DEGREES - (lng + 180);
  const sideways = (Math.min(west, east) * Math.PI) / 180;
  // The distance to a meridian, from the spherical right triangle between the point, the meridian and the pole.
  const toMeridian = Math.asin(Math.cos((lat * Math.PI) / 180) * Math.sin(Math.min(sideways, Math.PI / 2)));
  return Math.min(south * KM_PER_DEGREE, north * KM_PER_DEGREE, toMeridian * EARTH_RADIUS_KM) - SLACK;
}

const byDistance = (one: Near<unknown>, other: Near<unknown>): number => one.distance_km - other.distance_km;

/** Collects the positions of cells that are within the radius. */
class Collector<Position> {
  readonly #distanceTo: (lat: number, lng: number) => Km;
  readonly #radiusKm: number;
  #found: Near<Position>[] = [];

  constructor(point: LatLng, radiusKm: number) {
    this.#distanceTo = distancesTo(point);
    this.#radiusKm = radiusKm;
  }

  add({ coordinates, positions }: Cell<Position>): void {
    for (let index = 0; index < positions.length; index += 1) {
      const lat = coordinates[2 * index] ?? Number.NaN;
      const lng = coordinates[2 * index + 1] ?? Number.NaN;
      const distance_km = this.#distanceTo(lat, lng);
      const position = distance_km <= this.#radiusKm ? positions[index] : undefined;
      if (position !== undefined) this.#found.push({ position, distance_km });
    }
  }

  isEmpty(): boolean {
    return this.#found.length === 0;
  }

  /** Removes those up to this distance and returns them, nearest first. */
  takeUpTo(distanceKm: number): Near<Position>[] {
    const taken: Near<Position>[] = [];
    const left: Near<Position>[] = [];
    for (const near of this.#found) {
      if (near.distance_km <= distanceKm) taken.push(near);
      else left.push(near);
    }
    this.#found = left;
    return taken.sort(byDistance);
  }
}

export function createPositionGrid<Position extends LatLng>(): PositionGrid<Position> {
  const cells = new Map<number, Cell<Position>>();
  let size = 0;

  function cellAt({ lat, lng }: LatLng): Cell<Position> {
    const key = keyOf(rowOf(lat), columnOf(lng));
    const known = cells.get(key);
    if (known !== undefined) return known;
    const cell: Cell<Position> = { key, places: [], positions: [], coordinates: [] };
    cells.set(key, cell);
    return cell;
  }

  function store({ cell, index, position }: Place<Position>): void {
    cell.positions[index] = position;
    cell.coordinates[2 * index] = position.lat;
    cell.coordinates[2 * index + 1] = position.lng;
  }

  function enter(place: Place<Position>): void {
    place.index = place.cell.places.push(place) - 1;
    store(place);
  }

  /** Moves the cell's last entry to the index of the one that leaves. */
  function leave({ cell, index }: Place<Position>): void {
    const last = cell.places.pop();
    cell.positions.pop();
    cell.coordinates.pop();
    cell.coordinates.pop();
    if (last !== undefined && index < cell.places.length) {
      cell.places[index] = last;
      last.index = index;
      store(last);
    }
    if (cell.places.length === 0) cells.delete(cell.key);
  }

  function addCell(collector: Collector<Position>, row: number, column: number): void {
    const cell = cells.get(keyOf(row, column));
    if (cell !== undefined) collector.add(cell);
  }

  /** Adds the square ring of cells at this many steps from a cell. */
  function addRing(collector: Collector<Position>, { lat, lng }: LatLng, ring: number): void {
    const row = rowOf(lat);
    const column = columnOf(lng);
    for (let step = -ring; step <= ring; step += 1) {
      addCell(collector, row - ring, column + step);
      if (ring > 0) addCell(collector, row + ring, column + step);
    }
    for (let step = -ring + 1; step < ring; step += 1) {
      addCell(collector, row + step, column - ring);
      addCell(collector, row + step, column + ring);
    }
  }

  /** The cells that a circle can touch; null when checking every position is cheaper than checking every cell. */
  function rangeToSearch(point: LatLng, radiusKm: number): CellRange | null {
    const range = cellsAround(point, radiusKm);
    return range === null || cellCount(range) > size ? null : range;
  }

  function near(point: LatLng, radiusKm: number): Near<Position>[] {
    const collector = new Collector<Position>(point, radiusKm);
    const range = rangeToSearch(point, radiusKm);
    if (range === null) {
      for (const cell of cells.values()) collector.add(cell);
      return collector.takeUpTo(radiusKm);
    }
    for (let row = range.firstRow; row <= range.lastRow; row += 1)
      for (let column = range.firstColumn; column <= range.lastColumn; column += 1)
        addCell(collector, row, column);
    return collector.takeUpTo(radiusKm);
  }

  /** Searches rings of cells outwards, and yields each position once no later ring can contain a nearer one. */
  function* nearestFirst(point: LatLng, radiusKm: number): Generator<Near<Position>> {
    const range = rangeToSearch(point, radiusKm);
    if (range === null) {
      yield* near(point, radiusKm);
      return;
    }
    const collector = new Collector<Position>(point, radiusKm);
    const row = rowOf(point.lat);
    const column = columnOf(point.lng);
    for (let ring = 0; !collector.isEmpty() || isInRange(range, row, column, ring); ring += 1) {
      addRing(collector, point, ring);
      yield* collector.takeUpTo(distanceToEdgeKm(point, ring));
    }
  }

  return {
    add(position) {
      const place = { position, cell: cellAt(position), index: 0 };
      enter(place);
      size += 1;
      return place;
    },
    move(place, position) {
      const cell = cellAt(position);
      if (cell === place.cell) {
        place.position = position;
        store(place);
        return;
      }
      leave(place);
      place.position = position;
      place.cell = cell;
      enter(place);
    },
    remove(place) {
      leave(place);
      size -= 1;
    },
    near,
    nearestFirst,
  };
}
