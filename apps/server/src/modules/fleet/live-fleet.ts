// In-memory store of the latest position of every driver, in grids that find the nearest drivers quickly.
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import {
  byDistance,
  type CellRange,
  cellCount,
  createGrid,
  type Near,
  searchRings,
} from './position-grid.ts';

export interface LivePosition extends LatLng {
  /** uid */
  driver: string;
  /** Degrees clockwise from north; null when the device reports none. */
  heading: number | null;
  /** Metres per second; null when the device reports none. */
  speed?: number | null;
  /** Time of the measurement by the device's clock, ms since the epoch. */
  at: number;
}

export interface SeenPosition extends LivePosition {
  /** When a server received the position, by its clock; ms since the epoch. */
  seenAt: number;
}

/** A position that was received longer ago than this (ms) is not used. */
export const POSITION_VALID_MS = 10 * 60_000;

export type NearPosition = Near<SeenPosition>;

export interface LiveFleet {
  /** Stores the position as the driver's latest and notifies the listeners. */
  put(position: LivePosition): void;
  /** Restores a saved position unless a newer one is known; does not notify the listeners. */
  restore(position: SeenPosition): void;
  get(driver: string): SeenPosition | null;
  remove(driver: string): void;
  all(): SeenPosition[];
  /** All drivers within the radius, nearest first. */
  near(point: LatLng, radiusKm: number): NearPosition[];
  /** The same, computed lazily: drivers beyond the last one that the caller reads cost nothing. */
  nearestFirst(point: LatLng, radiusKm: number): Iterable<NearPosition>;
  /** Adds a listener; returns a function that removes it. */
  onMove(listener: (position: SeenPosition) => void): () => void;
  readonly size: number;
}

/** Size of the wide cells, about 1 km from north to south: a city's radius covers a few hundred of them. */
const WIDE_CELL_DEGREES = 0.01;
/** Size of the small cells, about 200 m: where there are many cars, a few of these cells contain the nearest ones. */
const SMALL_CELL_DEGREES = 0.002;
/** Number of rings of small cells to search before the wide cells: about half a kilometre. */
const SMALL_RINGS = 3;

/** A driver's position and the cells that contain it. */
interface Entry {
  position: SeenPosition;
  wideCell: number;
  smallCell: number;
}

export function createLiveFleet({ now }: { now: () => number }): LiveFleet {
  const latest = new Map<string, Entry>();
  const wide = createGrid<Entry>(WIDE_CELL_DEGREES);
  const small = createGrid<Entry>(SMALL_CELL_DEGREES);
  const listeners = new Set<(position: SeenPosition) => void>();

  function* candidates(range: CellRange | null): Iterable<Entry> {
    // For a wide circle with few drivers, checking every driver is cheaper than checking every cell.
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

  /** Searches the small cells near the point first, then the wide ones. */
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
      maxRings: SMALL_RINGS,
    });
    if (beyondKm >= radiusKm) return;
    yield* searchRings(wide, {
      ...reach,
      range: wideRange,
      beyondKm,
      maxRings: Number.POSITIVE_INFINITY,
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
