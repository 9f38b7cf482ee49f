// Which accounts a ride, a prepayment and a cancellation move money between: pure, every list sums to zero.
import { add, type Minor, negate, subtract } from '@kerb/domain/kernel';
import type { PostingEntry } from './posting.ts';

/** A ride whose amounts are final and that is paid in full. */
export interface SettledRide {
  rider: string;
  driver: string;
  /** What the driver earns of it. */
  driverShare: Minor;
  /** What the platform earns of it. */
  convenienceFees: Minor;
  /** Taken off the rider's price at the platform's expense. */
  discount: Minor;
  /** How driverShare + convenienceFees − discount was paid. */
  paid: {
    /** held since before the trip */
    held: Minor;
    wallet: Minor;
    /** in the driver's hands */
    cash: Minor;
    card: Minor;
  };
}

const rider = (owner: string) => ({ kind: 'rider', owner }) as const;
const driver = (owner: string) => ({ kind: 'driver', owner }) as const;

/** The driver is credited with his share and debited with the cash he has already in hand. */
export function rideEntries(ride: SettledRide): PostingEntry[] {
  const { paid } = ride;
  return [
    { account: { kind: 'prepaid_held' }, amount: negate(paid.held) },
    { account: rider(ride.rider), amount: negate(paid.wallet) },
    { account: { kind: 'card_clearing' }, amount: negate(paid.card) },
    { account: driver(ride.driver), amount: ride.driverShare },
    { account: driver(ride.driver), amount: negate(paid.cash) },
    { account: { kind: 'platform_revenue' }, amount: ride.convenienceFees },
    { account: { kind: 'promo_expense' }, amount: negate(ride.discount) },
  ];
}

/** What is left to be paid of a ride; 0 when its parts are right. */
export function unpaidOf(ride: SettledRide): Minor {
  const due = subtract(add(ride.driverShare, ride.convenienceFees), ride.discount);
  return subtract(due, add(ride.paid.held, ride.paid.wallet, ride.paid.cash, ride.paid.card));
}

/** Money of the rider's wallet, kept for a booking until its trip is made or called off. */
export function prepaymentEntries(owner: string, amount: Minor): PostingEntry[] {
  return [
    { account: rider(owner), amount: negate(amount) },
    { account: { kind: 'prepaid_held' }, amount },
  ];
}

/** The fee a rider owes a driver for a ride called off late. */
export function cancellationEntries(from: string, to: string, fee: Minor): PostingEntry[] {
  return [
    { account: rider(from), amount: negate(fee) },
    { account: driver(to), amount: fee },
  ];
}
