// Ports of the fleet, implemented by modules of higher tiers or by the messages between servers.
import type { LatLng } from '@kerb/domain/geo';
import type { Area } from '../../ports/other-servers.ts';

/** The trip that a driver is on; `status` is one of the busy statuses. */
export interface TripUnderWay {
  id: string;
  reference: string;
  status: string;
  dropAddress: string;
}

/** A trip under way, and where it ends. */
export interface TripEnd {
  /** uid; null for a trip without a driver */
  driver: string | null;
  drop_point: LatLng;
}

/**
 * Whether a driver has planned shifts, whether one is open now or about to begin, and when the next one begins (ms
 * since the epoch).
 */
export interface ShiftState {
  isPlanned: boolean;
  isOpen: boolean;
  next: number | null;
}

/** Implemented by shifts. */
export interface DriverShifts {
  shiftOf(driver: string): Promise<ShiftState>;
}

/** Implemented by booking. */
export interface TripsUnderWay {
  /** The trips under way of these drivers, by driver, limited to one fleet if given. */
  tripsOf(uids: readonly string[], fleetadmin: string | null): Promise<ReadonlyMap<string, TripUnderWay>>;
  /**
   * Trips of the car type that, by their estimate, end before `before` (ms since the epoch), and that no other trip
   * follows.
   */
  endingTrips(carType: string, before: number, limit: number): Promise<readonly TripEnd[]>;
}

/** Implemented by vehicles. */
export interface SharedVehicles {
  /** Whether there is a shared vehicle that the driver is allowed to use. */
  isSharedWith(uid: string): Promise<boolean>;
}

/** Duty of the same person as a driver in other cities of the installation; identified by mobile number. */
export interface DutyInOtherCities {
  /** Whether the driver is on a trip in another city. */
  isOnTrip(mobile: string): Promise<boolean>;
  /** Takes the driver off duty in the other cities. */
  endDuty(mobile: string): Promise<void>;
}

/** Implementation for an installation with one city. */
export const noOtherCities: DutyInOtherCities = {
  isOnTrip: async () => false,
  endDuty: async () => undefined,
};

/**
 * Receives positions of cars that report to other servers and stores them in the live fleet. All promises resolve to
 * false when stored positions could not be read; then only positions that are reported from now on arrive.
 */
export interface CarPositions {
  /** Receives all positions in the area until `release`. Resolves after the latest position of each car was read. */
  need(name: string, area: Area): Promise<boolean>;
  release(name: string): void;
  /** Whether all positions in the area are being received. */
  receives(area: Area): boolean;
  /** Reads the latest positions in the area, at most a second old, into the live fleet. */
  refreshArea(area: Area): Promise<boolean>;
  /** The same for these drivers. */
  refreshDrivers(drivers: readonly string[]): Promise<boolean>;
  forget(driver: string): void;
  /** The listener is called when positions may have been lost. */
  onGap(listener: () => void): void;
  /** Since when positions have been received without an interruption, ms since the epoch; null while none are. */
  receivingSince(): number | null;
}
