// What a driver earned since the day began in the operator's time zone, from the wallet's own entries.
import type { WalletEntry } from '@kerb/contract';
import { startOfDay } from '@kerb/domain/kernel';

export interface Earnings {
  /** Major units. */
  readonly amount: number;
  /** Trips (and cancellations) it came from. */
  readonly trips: number;
}

/** Top-ups by the operator carry this reference; they are not earned. */
const topUp = 'AdminCredit';

/**
 * Credits that came from bookings since midnight in `timeZone`. Cash already in the driver's hand is a Debit of
 * its own and takes nothing from what was earned.
 */
export function earningsOfDay(entries: readonly WalletEntry[], now: number, timeZone: string): Earnings {
  const since = startOfDay(now, timeZone);
  const earned = entries.filter(
    ({ type, date, txRef }) => type === 'Credit' && date >= since && txRef !== topUp,
  );
  return {
    // Cents are added as whole numbers of a thousandth, the finest money there is, so that no dust is left.
    amount: earned.reduce((sum, { amount }) => sum + Math.round(amount * 1000), 0) / 1000,
    trips: new Set(earned.map(({ txRef }) => txRef)).size,
  };
}

/** Entries come newest first: older pages hold nothing of today once one entry is older. */
export function reachesBeyondDay(entries: readonly WalletEntry[], now: number, timeZone: string): boolean {
  const last = entries.at(-1);
  return last !== undefined && last.date < startOfDay(now, timeZone);
}
