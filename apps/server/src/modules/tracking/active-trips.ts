// Which trip each driver is on, kept in memory: read once for a driver, and anew after a trip of his has changed.
import type { Trip } from './trip.ts';

export interface ActiveTrips {
  of(driver: string): Promise<Trip | null>;
  /** A trip of this driver has changed: what is known is not so any more. */
  forget(driver: string): void;
}

export function createActiveTrips(read: (driver: string) => Promise<Trip | null>): ActiveTrips {
  const known = new Map<string, Promise<Trip | null>>();

  function load(driver: string): Promise<Trip | null> {
    const reading = read(driver);
    known.set(driver, reading);
    // A failed read is not kept; what has been read anew meanwhile stays.
    reading.catch(() => {
      if (known.get(driver) === reading) known.delete(driver);
    });
    return reading;
  }

  return {
    of: (driver) => known.get(driver) ?? load(driver),
    forget: (driver) => {
      known.delete(driver);
    },
  };
}
