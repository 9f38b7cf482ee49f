// Ports of car types that modules of higher tiers implement: drivers, shared vehicles, bookings and recurring bookings
// that refer to a car type.
import type { Tx } from '../../kit/index.ts';

/** Drivers by car type; implemented by the fleet. */
export interface CarTypeDrivers {
  /** Whether a user who is a driver has this car type; deleted users and former drivers do not count. */
  isCarTypeAssigned(tx: Tx, carType: string): Promise<boolean>;
  /** Removes the car type from the rows that still name it. */
  unassignCarType(tx: Tx, carType: string): Promise<void>;
}

/** Shared vehicles by car type; implemented by vehicles. */
export interface CarTypeVehicles {
  /** Whether a shared vehicle in use has this car type, or the own car of a driver who has a shared vehicle. */
  isCarTypeNeeded(tx: Tx, carType: string): Promise<boolean>;
}

/** Open bookings by car type; implemented by booking. */
export interface CarTypeBookings {
  /** Whether a booking that is not finished yet needs this car type. */
  isCarTypeInUse(tx: Tx, carType: string): Promise<boolean>;
}

/** A parcel type or option whose description an admin replaced. */
export interface RenamedChoice {
  list: 'parcelTypes' | 'options';
  from: string;
  to: string;
}

/** Recurring bookings by car type; implemented by recurring bookings. */
export interface CarTypeRecurringBookings {
  /** Replaces the descriptions that recurring bookings of the car type store. */
  renameChoices(tx: Tx, carType: string, renamed: readonly RenamedChoice[]): Promise<void>;
}
