// The live fleet: the latest position of every driver, in memory, in grids that answer "who is near" quickly.
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

export type NearPosition = Near<SeenPosition>;

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

/** About a kilometre from north to south: a city's radius touches a few hundred cells. */
const WIDE_CELL_DEGREES = 0.01;
/** About 200 metres: where many cars are, the nearest are in a few of these. */
const SMALL_CELL_DEGREES = 0.002;
/** Rings of small cells that are looked at before wide ones: about half a kilometre. */
const SMALL_RINGS = 3;

/** A car and the cells that it is in. */
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
