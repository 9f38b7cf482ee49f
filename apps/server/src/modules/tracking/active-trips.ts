// An in-memory cache of each driver's current trip: loaded once per driver and invalidated when one of their trips changes.
import type { Trip } from './trip.ts';

export interface ActiveTrips {
  of(driver: string): Promise<Trip | null>;
  /** Evicts the driver's trip after one of their trips changed. */
  invalidate(driver: string): void;
}

export function createActiveTrips(read: (driver: string) => Promise<Trip | null>): ActiveTrips {
  const known = new Map<string, Promise<Trip | null>>();

  function load(driver: string): Promise<Trip | null> {
    const reading = read(driver);
    known.set(driver, reading);
    // A failed read is evicted, unless a newer read has replaced it.
    reading.catch(() => {
      if (known.get(driver) === reading) known.delete(driver);
    });
    return reading;
  }

  return {
    of: (driver) => known.get(driver) ?? load(driver),
    invalidate: (driver) => {
      known.delete(driver);
    },
  };
}
