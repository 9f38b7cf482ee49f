// Ports of the fleet that modules of higher tiers, or the messages between servers, implement.
import type { Area } from '../../ports/other-servers.ts';

/** The trip a driver is on; `status` one of the busy statuses. */
export interface TripUnderWay {
  id: string;
  reference: string;
  status: string;
  dropAddress: string;
}

/** Whether a driver has planned shifts, is in one or shortly before it, and when the next one begins; ms since the epoch. */
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
  /** The trips under way of these drivers, by driver; only those of a fleet when one is given. */
  tripsOf(uids: readonly string[], fleetadmin: string | null): Promise<ReadonlyMap<string, TripUnderWay>>;
}

/** Implemented by vehicles. */
export interface SharedVehicles {
  /** Whether there is a shared vehicle that the driver may take. */
  isSharedWith(uid: string): Promise<boolean>;
}

/** The same person's work as a driver in other cities of the installation, by mobile number. */
export interface DutyElsewhere {
  /** Whether they are on a trip there. */
  isOnTrip(mobile: string): Promise<boolean>;
  /** Takes them off duty there. */
  endDuty(mobile: string): Promise<void>;
}

/** Of an installation with one city. */
export const nowhereElse: DutyElsewhere = {
  isOnTrip: async () => false,
  endDuty: async () => undefined,
};

/**
 * Positions of cars that report to other servers, which end up in the live fleet. All promises resolve to false where
 * positions could not be read; then only what is reported from now on arrives.
 */
export interface CarPositions {
  /** All positions in the area are received until `release`; before it resolves, the latest of each car were read. */
  need(name: string, area: Area): Promise<boolean>;
  release(name: string): void;
  /** Whether all positions in the area are received now. */
  receives(area: Area): boolean;
  /** The latest positions in the area, at most a second old, are in the live fleet. */
  refreshArea(area: Area): Promise<boolean>;
  /** The same of these drivers. */
  refreshDrivers(drivers: readonly string[]): Promise<boolean>;
  forget(driver: string): void;
  /** The listener is called when positions may have been lost. */
  onGap(listener: () => void): void;
}
