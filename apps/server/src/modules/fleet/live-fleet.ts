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
const WIDE_CELL_DEGREES = 0.01;
/** About 200 metres: where many cars are, the nearest are in a few of these. */
const SMALL_CELL_DEGREES = 0.002;
/** Rings of small cells that are looked at before wide ones: about half a kilometre. */
const SMALL_RINGS = 3;
/** Distances are computed with rounding; a cell too many costs nothing, one too few loses a driver. */
const SLACK = 1e-9;

/** Half the width in degrees of longitude of a circle around `lat`; 180 when it holds a pole. */
function halfWidthDegrees(lat: number, radiusKm: number): number {
  const angle = radiusKm / EARTH_RADIUS_KM;
  const latitude = (lat * Math.PI) / 180;
  if (Math.abs(latitude) + angle >= Math.PI / 2) return 180;
  return (Math.asin(Math.min(1, Math.sin(angle) / Math.cos(latitude))) * 180) / Math.PI;
}

/** A car and the cells that it is in. */
interface Entry {
  position: SeenPosition;
  wideCell: number;
  smallCell: number;
}

/** A grid over the world whose cells hold the cars in them. */
function createGrid(cellDegrees: number) {
  const cells = new Map<number, Set<Entry>>();
  const columns = Math.round(360 / cellDegrees);
  const rowOf = (lat: number): number => Math.floor((lat + 90) / cellDegrees);
  const columnOf = (lng: number): number => Math.floor((lng + 180) / cellDegrees);
  const keyOf = (row: number, column: number): number =>
    row * columns + (((column % columns) + columns) % columns);

  return {
    rowOf,
    columnOf,
    keyAt: ({ lat, lng }: LatLng): number => keyOf(rowOf(lat), columnOf(lng)),
    membersOf: (row: number, column: number): ReadonlySet<Entry> | undefined => cells.get(keyOf(row, column)),

    enter(key: number, entry: Entry): void {
      const members = cells.get(key);
      if (members) members.add(entry);
      else cells.set(key, new Set([entry]));
    },
    leave(key: number, entry: Entry): void {
      const members = cells.get(key);
      members?.delete(entry);
      if (members?.size === 0) cells.delete(key);
    },

    /** The cells a circle can touch, or null when it goes round the world. */
    cellsAround(point: LatLng, radiusKm: number): CellRange | null {
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

    /** A lower bound of the distance from the point to everything outside the square of cells up to this ring. */
    distanceToEdgeKm({ lat, lng }: LatLng, ring: number): number {
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

type Grid = ReturnType<typeof createGrid>;

interface CellRange {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}

const cellCount = ({ firstRow, lastRow, firstColumn, lastColumn }: CellRange): number =>
  (lastRow - firstRow + 1) * (lastColumn - firstColumn + 1);

const byDistance = (one: NearPosition, other: NearPosition): number => one.distance_km - other.distance_km;

/** Whether the square ring around a cell still touches the range. */
const isInRange = (range: CellRange, row: number, column: number, ring: number): boolean =>
  row - ring >= range.firstRow ||
  row + ring <= range.lastRow ||
  column - ring >= range.firstColumn ||
  column + ring <= range.lastColumn;

/** Calls for each cell at this many steps from a cell, diagonal steps included. */
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

interface RingSearch {
  point: LatLng;
  radiusKm: number;
  range: CellRange;
  /** Cars at most this far away were yielded before. */
  beyondKm: number;
  mostRings: number;
}

/**
 * Looks at square rings of cells around the point, and yields what no later ring can hold a nearer car than. Returns
 * the distance in km up to which everything was yielded.
 */
function* searchRings(
  grid: Grid,
  { point, radiusKm, range, beyondKm, mostRings }: RingSearch,
): Generator<NearPosition, number> {
  const row = grid.rowOf(point.lat);
  const column = grid.columnOf(point.lng);
  let waiting: NearPosition[] = [];
  let certain = beyondKm;
  const collect = (cellRow: number, cellColumn: number): void => {
    for (const { position } of grid.membersOf(cellRow, cellColumn) ?? []) {
      const distance = distanceKm(point, position);
      if (distance <= radiusKm && distance > beyondKm) waiting.push({ position, distance_km: distance });
    }
  };
  for (
    let ring = 0;
    ring < mostRings && (waiting.length > 0 || isInRange(range, row, column, ring));
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

export function createLiveFleet({ now }: { now: () => number }): LiveFleet {
  const latest = new Map<string, Entry>();
  const wide = createGrid(WIDE_CELL_DEGREES);
  const small = createGrid(SMALL_CELL_DEGREES);
  const listeners = new Set<(position: SeenPosition) => void>();

  function* candidates(range: CellRange | null): Iterable<Entry> {
    // A wide circle over few drivers: looking at everyone is less work than looking at every cell.
    if (range === null || cellCount(range) > latest.size) {
      yield* latest.values();
      return;
    }
    for (let row = range.firstRow; row <= range.lastRow; row += 1)
      for (let column = range.firstColumn; column <= range.lastColumn; column += 1)
        yield* wide.membersOf(row, column) ?? [];
  }

  const near = (point: LatLng, radiusKm: number): NearPosition[] => {
    const found: NearPosition[] = [];
    for (const { position } of candidates(wide.cellsAround(point, radiusKm))) {
      const distance = distanceKm(point, position);
      if (distance <= radiusKm) found.push({ position, distance_km: distance });
    }
    return found.sort(byDistance);
  };

  /** Small cells near the point first, then wide ones. */
  function* nearestFirst(point: LatLng, radiusKm: number): Iterable<NearPosition> {
    const wideRange = wide.cellsAround(point, radiusKm);
    const smallRange = small.cellsAround(point, radiusKm);
    if (wideRange === null || smallRange === null || cellCount(wideRange) > latest.size) {
      yield* near(point, radiusKm);
      return;
    }
    const reach = { point, radiusKm };
    const beyondKm = yield* searchRings(small, {
      ...reach,
      range: smallRange,
      beyondKm: -1,
      mostRings: SMALL_RINGS,
    });
    if (beyondKm >= radiusKm) return;
    yield* searchRings(wide, {
      ...reach,
      range: wideRange,
      beyondKm,
      mostRings: Number.POSITIVE_INFINITY,
    });
  }

  const place = (position: SeenPosition): void => {
    const wideCell = wide.keyAt(position);
    const smallCell = small.keyAt(position);
    const entry = latest.get(position.driver);
    if (entry === undefined) {
      const added = { position, wideCell, smallCell };
      latest.set(position.driver, added);
      wide.enter(wideCell, added);
      small.enter(smallCell, added);
      return;
    }
    entry.position = position;
    if (entry.wideCell !== wideCell) {
      wide.leave(entry.wideCell, entry);
      wide.enter(wideCell, entry);
      entry.wideCell = wideCell;
    }
    if (entry.smallCell !== smallCell) {
      small.leave(entry.smallCell, entry);
      small.enter(smallCell, entry);
      entry.smallCell = smallCell;
    }
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
      wide.leave(entry.wideCell, entry);
      small.leave(entry.smallCell, entry);
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
