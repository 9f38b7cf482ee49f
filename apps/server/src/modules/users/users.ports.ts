// Ports of users that modules of higher tiers implement.
import type { RatingEntry } from '@kerb/contract';
import type { DrivingCounts } from '@kerb/domain/dispatch';
import type { Tx } from '../../kit/index.ts';

export interface RatingsPage {
  items: RatingEntry[];
  nextCursor: string | null;
}

/** Implemented by booking. */
export interface UserBookings {
  /** Whether the person has a booking, as rider or driver, that has neither ended nor been paid. */
  hasOpenBooking(tx: Tx, uid: string): Promise<boolean>;
  /** The ratings a driver was given, newest first. Throws `invalid_input` for a cursor of another list. */
  ratingsOf(uid: string, page: { limit: number; cursor?: string | undefined }): Promise<RatingsPage>;
  /** What a driver did with offers and trips since `since`, ms since the epoch. */
  drivingCounts(driver: string, since: number): Promise<DrivingCounts>;
}

/** Implemented by shifts. */
export interface LateDrivers {
  /** Who has a shift that began more than ten minutes ago and is not on duty. */
  lateDrivers(): Promise<string[]>;
}

/** Implemented by identity's account module, which is created after all modules that store data of users. */
export interface AccountDeletion {
  /** Erases the account in the transaction, to be called first in it. */
  deleteUser(tx: Tx, uid: string, options: { by: 'self' | 'admin'; forfeit: boolean }): Promise<void>;
}
