// Ports of users that modules of higher tiers implement.
import type { RatingEntry } from '@kerb/contract';
import type { DrivingCounts } from '@kerb/domain/dispatch';
import type { ManagedScope } from '@kerb/domain/identity';
import type { Tx } from '../../kit/index.ts';

export interface RatingsPage {
  items: RatingEntry[];
  nextCursor: string | null;
}

/** Implemented by booking. */
export interface UserBookings {
  /** Returns the later bookings that a driver accepted ahead to dispatch, because they will not drive any more. */
  giveBackAheadOf(tx: Tx, driver: string): Promise<void>;
  /** Whether the user has a booking, as rider or driver, that waits for its trip or is on the trip. */
  hasBookingUnderWay(tx: Tx, uid: string): Promise<boolean>;
  /**
   * Whether the user has a booking, as rider or driver, that has neither ended nor been paid, or one with an open fare
   * review.
   */
  hasUnsettledBooking(tx: Tx, uid: string): Promise<boolean>;
  /** The ratings of a driver, newest first. Throws `invalid_input` for a cursor of another list. */
  ratingsOf(uid: string, page: { limit: number; cursor?: string | undefined }): Promise<RatingsPage>;
  /** Counts of a driver's offers and trips since `since`, ms since the epoch. */
  drivingCounts(driver: string, since: number): Promise<DrivingCounts>;
}

/** Implemented by shifts. */
export interface LateDrivers {
  /** Uids of drivers in the scope with a shift that began more than ten minutes ago who are not on duty. */
  lateDrivers(scope: ManagedScope): Promise<string[]>;
}

/** Implemented by vehicles. */
export interface VehiclesOfUsers {
  /** Returns the shared vehicle that the driver has, if any. Throws `driver_busy` on a trip. */
  releaseOf(tx: Tx, uid: string, by: string): Promise<void>;
  /** Makes the vehicles of a former fleet admin the platform's, without a plan. */
  leaveFleet(tx: Tx, fleetadmin: string): Promise<void>;
}

/** Implemented by recurring-bookings. */
export interface RecurringTrips {
  /** Stops the recurring bookings of a user who is no longer a rider. */
  stopOf(tx: Tx, rider: string, by: string): Promise<void>;
}

/** Implemented by saved-views. */
export interface SharedViews {
  /** Makes the views private that the user shares with the admins. */
  unshareSavedViews(tx: Tx, uid: string): Promise<void>;
}

/** Implemented by phone-desk. */
export interface PhoneDesks {
  /** Closes the user's desk, so that calls to its extension ring at all desks. */
  closeDesk(tx: Tx, uid: string): Promise<void>;
}

/** Implemented by money and booking, through the account data. */
export interface PayoutsOfUsers {
  /** Whether a withdrawal or a refund of the user has not ended; when it fails, its amount returns to the wallet. */
  hasPendingPayout(tx: Tx, uid: string): Promise<boolean>;
}

/** Implemented by identity's account module, which is created after all modules that store data of users. */
export interface AccountDeletion {
  /** Erases the account; must be the first call in its transaction. */
  deleteUser(tx: Tx, uid: string, options: { by: 'self' | 'admin'; forfeit: boolean }): Promise<void>;
}
