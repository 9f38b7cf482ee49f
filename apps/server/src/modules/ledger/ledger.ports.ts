// Ports of the ledger that modules of higher tiers implement.

/** Captured payments that wait for an admin's decision; implemented by payments. */
export interface HeldPayments {
  heldCount(): Promise<number>;
}
