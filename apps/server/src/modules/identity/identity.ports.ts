// Ports of identity that modules of higher tiers implement: parts of a user's own record, and their data for export and
// erasure.
import type { Me, UserPart, UserParts } from '@kerb/contract';
import type { Minor } from '@kerb/domain/kernel';
import type { Tx } from '../../kit/index.ts';
import type { VehiclePatch } from './profile/update-profile.ts';

/** Implemented by the wallet. */
export interface WalletBalances {
  /** Returns 0 for a user without a wallet. */
  balanceOf(uid: string): Promise<Minor>;
}

/** Implemented by the fleet. */
export interface DriverProfiles {
  /** The driver's part of the user's own record; null for users who are not drivers. */
  driverPartOf(uid: string): Promise<Me['driver']>;
  updateVehicle(tx: Tx, uid: string, vehicle: VehiclePatch): Promise<void>;
}

/** Implemented by booking. */
export interface RiderTrips {
  hasPaidTrip(tx: Tx, uid: string): Promise<boolean>;
}

/** Reads these parts of a user's record without checking who may see them; implemented over all modules. */
export type ReadUserParts = (uid: string, parts: readonly UserPart[]) => Promise<UserParts>;

/** Identifies a deleted user's data in other modules. */
export interface PersonToErase {
  uid: string;
  mobile: string;
  email: string;
}

/** The data that other modules store about a user; implemented over all modules. */
export interface AccountData {
  hasUnsettledBooking(tx: Tx, uid: string): Promise<boolean>;
  /** Returns the later bookings that a driver accepted ahead to dispatch, because they will not drive any more. */
  giveBackAheadOf(tx: Tx, driver: string): Promise<void>;
  /** Returns the balance and locks it until the transaction ends. */
  lockBalance(tx: Tx, uid: string): Promise<Minor>;
  /** Whether a withdrawal of the user, or a refund of one of their trips by a provider, is not finished yet. */
  hasPendingPayout(tx: Tx, uid: string): Promise<boolean>;
  /** Erases what the modules store about the user; idempotent. */
  erase(tx: Tx, person: PersonToErase): Promise<void>;
  /** The parts of the data export by name: bookings, wallet, documents, notices, ratings … */
  exportOf(uid: string): Promise<Readonly<Record<string, unknown>>>;
}
