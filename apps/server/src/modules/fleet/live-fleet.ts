// In-memory store of the latest position of every driver, in a grid that finds the nearest drivers quickly.
import type { LatLng } from '@kerb/domain/geo';
import { createPositionGrid, type Near, type Place } from './position-grid.ts';

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
  /**
   * The same, computed lazily: drivers beyond the last one that the caller reads cost nothing. A driver who moves away
   * before the caller has read all may be yielded again, farther away.
   */
  nearestFirst(point: LatLng, radiusKm: number): Iterable<NearPosition>;
  /** Adds a listener; returns a function that removes it. */
  onMove(listener: (position: SeenPosition) => void): () => void;
  readonly size: number;
}

export function createLiveFleet({ now }: { now: () => number }): LiveFleet {
  const latest = new Map<string, Place<SeenPosition>>();
  const grid = createPositionGrid<SeenPosition>();
  const listeners = new Set<(position: SeenPosition) => void>();

  const place = (position: SeenPosition): void => {
    const known = latest.get(position.driver);
    if (known === undefined) latest.set(position.driver, grid.add(position));
    else grid.move(known, position);
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
      const known = latest.get(driver);
      if (known === undefined) return;
      latest.delete(driver);
      grid.remove(known);
    },
    all: () => [...latest.values()].map(({ position }) => position),
    near: grid.near,
    nearestFirst: grid.nearestFirst,
    onMove(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get size() {
      return latest.size;
    },
  };
}
