// Ports of settings that modules of higher tiers implement.
import type { PublicSettings } from '@kerb/contract';
import type { Tx } from '../../kit/index.ts';

/** Implemented by identity. */
export interface AdminAccounts {
  /** Without an admin and settings, the installation is not set up. */
  adminExists(): Promise<boolean>;
}

/** Implemented by languages. */
export interface LanguageChoices {
  /** The languages on offer, with the default language first. */
  choices(): Promise<PublicSettings['languages']>;
}

/** Implemented by the wallet. The currency is fixed once the ledger has an entry. */
export interface WalletEntries {
  hasMoney(tx: Tx): Promise<boolean>;
}

/** Implemented by booking. The currency is fixed once there is a booking. */
export interface BookingEntries {
  hasBookings(tx: Tx): Promise<boolean>;
}

/**
 * Implemented by payments. The currency is fixed while a top-up is stored, or a payment that was captured or may still be.
 */
export interface PaymentOrders {
  hasOrders(tx: Tx): Promise<boolean>;
}

/** Implemented by vehicles. The currency is fixed once a shared vehicle has a rent. */
export interface VehicleRents {
  hasRents(tx: Tx): Promise<boolean>;
}
