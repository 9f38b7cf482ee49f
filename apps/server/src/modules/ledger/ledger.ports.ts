// Ports of the ledger that modules of higher tiers implement.

/** Payments whose captured money waits for an admin's decision; implemented by payments. */
export interface HeldPayments {
  heldCount(): Promise<number>;
}
