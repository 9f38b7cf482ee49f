// The live fleet: the latest position of every driver, in memory, in a grid that answers "who is near" quickly.
import { distanceKm, EARTH_RADIUS_KM, type LatLng } from '@kerb/domain/geo';
import type { Km } from '@kerb/domain/kernel';

export interface LivePosition extends LatLng {
  /** uid */
  driver: string;
  /** Degrees from north; null without a heading from the device. */
  heading: number | null;
  /** Metres a second; null without a speed from the device. */
  speed?: number | null;
  /** The device's clock, ms since the epoch. */
  at: number;
}

export interface SeenPosition extends LivePosition {
  /** The server's clock when the position came in, ms since the epoch. */
  seenAt: number;
}

/** A position older than this, by the server's clock, is not used. */
export const POSITION_VALID_MS = 10 * 60_000;

export interface NearPosition {
  position: SeenPosition;
  distance_km: Km;
}

export interface LiveFleet {
  /** Stores the position as the driver's latest and notifies the listeners. */
  put(position: LivePosition): void;
  /** Puts a saved position back, unless a newer one is known; listeners are not notified. */
  restore(position: SeenPosition): void;
  get(driver: string): SeenPosition | null;
  remove(driver: string): void;
  all(): SeenPosition[];
  /** Everyone within the radius, nearest first. */
  near(point: LatLng, radiusKm: number): NearPosition[];
  /** The same, found as far as it is read: the cost does not grow with drivers further away. */
  nearestFirst(point: LatLng, radiusKm: number): Iterable<NearPosition>;
  /** Returns the function that ends the listening. */
  onMove(listener: (position: SeenPosition) => void): () => void;
  readonly size: number;
}

const KM_PER_DEGREE = (EARTH_RADIUS_KM * Math.PI) / 180;

/** About a kilometre from north to south: a city's radius touches a few hundred cells. */
const CELL_DEGREES = 0.01;
const COLUMNS = Math.round(360 / CELL_DEGREES);
/** Distances are computed with rounding; a cell too many costs nothing, one too few loses a driver. */
const SLACK = 1e-9;

const rowOf = (lat: number): number => Math.floor((lat + 90) / CELL_DEGREES);
const columnOf = (lng: number): number => Math.floor((lng + 180) / CELL_DEGREES);
const wrapped = (column: number): number => ((column % COLUMNS) + COLUMNS) % COLUMNS;
const keyOf = (row: number, column: number): number => row * COLUMNS + wrapped(column);

/** Half the width in degrees of longitude of a circle around `lat`; 180 when it holds a pole. */
function halfWidthDegrees(lat: number, radiusKm: number): number {
  const angle = radiusKm / EARTH_RADIUS_KM;
  const latitude = (lat * Math.PI) / 180;
  if (Math.abs(latitude) + angle >= Math.PI / 2) return 180;
  return (Math.asin(Math.min(1, Math.sin(angle) / Math.cos(latitude))) * 180) / Math.PI;
}

interface CellRange {
  rows: [first: number, last: number];
  columns: [first: number, last: number];
}

/** The cells a circle can touch, or null when it goes round the world. */
function cellsAround(point: LatLng, radiusKm: number): CellRange | null {
  const halfHeight = radiusKm / KM_PER_DEGREE + SLACK;
  const halfWidth = halfWidthDegrees(point.lat, radiusKm) + SLACK;
  if (halfWidth >= 179) return null;
  return {
    rows: [rowOf(Math.max(-90, point.lat - halfHeight)), rowOf(Math.min(90, point.lat + halfHeight))],
    columns: [columnOf(point.lng - halfWidth), columnOf(point.lng + halfWidth)],
  };
}

const cellCount = ({ rows, columns }: CellRange): number =>
  (rows[1] - rows[0] + 1) * (columns[1] - columns[0] + 1);

const byDistance = (one: NearPosition, other: NearPosition): number => one.distance_km - other.distance_km;

/** Whether the square ring around a cell still touches the range. */
const isInRange = ({ rows, columns }: CellRange, row: number, column: number, ring: number): boolean =>
  row - ring >= rows[0] ||
  row + ring <= rows[1] ||
  column - ring >= columns[0] ||
  column + ring <= columns[1];

/** The cells at this many steps from a cell, diagonal steps included. */
function* cellsOfRing(row: number, column: number, ring: number): Iterable<readonly [number, number]> {
  for (let step = -ring; step <= ring; step += 1) {
    yield [row - ring, column + step];
    if (ring > 0) yield [row + ring, column + step];
  }
  for (let step = -ring + 1; step < ring; step += 1) {
    yield [row + step, column - ring];
    yield [row + step, column + ring];
  }
}

/** A lower bound of the distance from the point to everything outside the square of cells up to this ring. */
function distanceToEdgeKm({ lat, lng }: LatLng, row: number, column: number, ring: number): number {
  const south = lat + 90 - (row - ring) * CELL_DEGREES;
  const north = (row + ring + 1) * CELL_DEGREES - (lat + 90);
  const west = lng + 180 - (column - ring) * CELL_DEGREES;
  const east = (column + ring + 1) * CELL_DEGREES - (lng + 180);
  const sideways = (Math.min(west, east) * Math.PI) / 180;
  // The distance to a meridian, from the spherical right triangle between the point, the meridian and the pole.
  const toMeridian = Math.asin(Math.cos((lat * Math.PI) / 180) * Math.sin(Math.min(sideways, Math.PI / 2)));
  return Math.min(south * KM_PER_DEGREE, north * KM_PER_DEGREE, toMeridian * EARTH_RADIUS_KM) - SLACK;
}

export function createLiveFleet({ now }: { now: () => number }): LiveFleet {
  const latest = new Map<string, { position: SeenPosition; cell: number }>();
  const cells = new Map<number, Set<string>>();
  const listeners = new Set<(position: SeenPosition) => void>();

  const leave = (driver: string, cell: number): void => {
    const members = cells.get(cell);
    members?.delete(driver);
    if (members?.size === 0) cells.delete(cell);
  };
  const enter = (driver: string, cell: number): void => {
    const members = cells.get(cell);
    if (members) members.add(driver);
    else cells.set(cell, new Set([driver]));
  };

  function* candidates(range: CellRange | null): Iterable<SeenPosition> {
    // A wide circle over few drivers: looking at everyone is less work than looking at every cell.
    if (range === null || cellCount(range) > latest.size) {
      for (const { position } of latest.values()) yield position;
      return;
    }
    for (let row = range.rows[0]; row <= range.rows[1]; row += 1)
      for (let column = range.columns[0]; column <= range.columns[1]; column += 1)
        yield* positionsIn(row, column);
  }

  function* positionsIn(row: number, column: number): Iterable<SeenPosition> {
    for (const driver of cells.get(keyOf(row, column)) ?? []) {
      const entry = latest.get(driver);
      if (entry) yield entry.position;
    }
  }

  const near = (point: LatLng, radiusKm: number): NearPosition[] => {
    const found: NearPosition[] = [];
    for (const position of candidates(cellsAround(point, radiusKm))) {
      const distance = distanceKm(point, position);
      if (distance <= radiusKm) found.push({ position, distance_km: distance });
    }
    return found.sort(byDistance);
  };

  /** Looks at square rings of cells around the point, and yields what no later ring can hold a nearer driver than. */
  function* nearestFirst(point: LatLng, radiusKm: number): Iterable<NearPosition> {
    const range = cellsAround(point, radiusKm);
    if (range === null || cellCount(range) > latest.size) {
      yield* near(point, radiusKm);
      return;
    }
    const row = rowOf(point.lat);
    const column = columnOf(point.lng);
    let waiting: NearPosition[] = [];
    for (let ring = 0; waiting.length > 0 || isInRange(range, row, column, ring); ring += 1) {
      for (const [cellRow, cellColumn] of cellsOfRing(row, column, ring))
        for (const position of positionsIn(cellRow, cellColumn)) {
          const distance = distanceKm(point, position);
          if (distance <= radiusKm) waiting.push({ position, distance_km: distance });
        }
      const certain = distanceToEdgeKm(point, row, column, ring);
      waiting.sort(byDistance);
      const first = waiting.findIndex(({ distance_km }) => distance_km > certain);
      yield* first === -1 ? waiting : waiting.slice(0, first);
      waiting = first === -1 ? [] : waiting.slice(first);
    }
  }

  const place = (position: SeenPosition): void => {
    const cell = keyOf(rowOf(position.lat), columnOf(position.lng));
    const before = latest.get(position.driver);
    latest.set(position.driver, { position, cell });
    if (before?.cell === cell) return;
    if (before) leave(position.driver, before.cell);
    enter(position.driver, cell);
  };

  return {
    put(position) {
      const seen: SeenPosition = { ...position, seenAt: now() };
      place(seen);
      for (const listener of listeners) listener(seen);
    },
    restore(position) {
      const known = latest.get(position.driver)?.position;
      if (!known || known.seenAt < position.seenAt) place(position);
    },
    get: (driver) => latest.get(driver)?.position ?? null,
    remove(driver) {
      const entry = latest.get(driver);
      if (!entry) return;
      latest.delete(driver);
      leave(driver, entry.cell);
    },
    all: () => [...latest.values()].map(({ position }) => position),
    near,
    nearestFirst,
    onMove(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get size() {
      return latest.size;
    },
  };
}
