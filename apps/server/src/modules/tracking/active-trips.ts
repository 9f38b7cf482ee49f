// Which trip each driver is on, kept in memory: read once for a driver, then changed by the events of bookings.
import { keepsDriverBusy } from '@kerb/domain/booking';
import type { Trip } from './trip.ts';

export interface ActiveTrips {
  of(driver: string): Promise<Trip | null>;
  /** What an event says of a booking: the driver is on it now, or no longer. */
  note(trip: Trip): void;
}

export function createActiveTrips(read: (driver: string) => Promise<Trip | null>): ActiveTrips {
  const known = new Map<string, Promise<Trip | null>>();

  function load(driver: string): Promise<Trip | null> {
    const reading = read(driver);
    known.set(driver, reading);
    // A failed read is not kept; what an event has put in its place meanwhile stays.
    reading.catch(() => {
      if (known.get(driver) === reading) known.delete(driver);
    });
    return reading;
  }

  return {
    of: (driver) => known.get(driver) ?? load(driver),
    note(trip) {
      const { driver } = trip;
      if (driver === null) return;
      if (keepsDriverBusy(trip.status)) {
        known.set(driver, Promise.resolve(trip));
        return;
      }
      // The end of one trip says nothing about the next one, which may have begun already: look again.
      known.delete(driver);
    },
  };
}
