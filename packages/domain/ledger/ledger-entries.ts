// The double-entry ledger: accounts, entries that sum to zero, and the entries each business event makes.
import { add, type Minor, negate } from '../kernel/index.ts';

/** Somebody's wallet. A positive balance is owed to them, a negative one they owe. */
export interface PersonAccount {
  kind: 'rider' | 'driver' | 'fleet';
  owner: string;
}

/** The platform's own accounts: positive is what it owes or has earned, negative what it holds or has spent. */
export interface PlatformAccount {
  kind:
    | 'platform_revenue'
    | 'promo_expense'
    | 'card_clearing'
    | 'cash_in_hand'
    | 'prepaid_held'
    | 'admin_credit'
    | 'referral_expense'
    | 'withdrawals';
}

export type AccountRef = PersonAccount | PlatformAccount;

export interface LedgerEntry {
  account: AccountRef;
  /** Positive adds to what the account is owed. Never 0. */
  amount: Minor;
}

/** Whether entries may be written as one transaction: at least two, none empty, adding up to nothing. */
export function balanced(entries: readonly LedgerEntry[]): boolean {
  return (
    entries.length >= 2 &&
    entries.every((entry) => entry.amount !== 0) &&
    entries.reduce((sum, entry) => sum + entry.amount, 0) === 0
  );
}

const withoutEmpty = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  entries.filter((entry) => entry.amount !== 0);

/** A PAID trip. usedWalletMoney + cash + card + prepaid parts must be trip_cost − discount_amount. */
export interface RideSettlement {
  rider: string;
  driver: string;
  driver_share: Minor;
  convenience_fees: Minor;
  discount_amount: Minor;
  /** Taken from the rider's wallet now. */
  usedWalletMoney: Minor;
  /** Cash the driver has in hand. */
  cashPaymentAmount: Minor;
  /** Captured by a payment provider now. */
  cardPaymentAmount: Minor;
  /** Captured before the trip and held since; 0 unless prepaid. */
  prepaidAmount: Minor;
}

/**
 * The driver earns driver_share and owes the cash already in hand, each by an entry of its own; the rider's
 * wallet, the card or the held prepayment pays the rest; the platform earns the fees and bears the discount.
 */
export function rideSettlementEntries(ride: RideSettlement): LedgerEntry[] {
  const driver: PersonAccount = { kind: 'driver', owner: ride.driver };
  return withoutEmpty([
    { account: driver, amount: ride.driver_share },
    { account: driver, amount: negate(ride.cashPaymentAmount) },
    { account: { kind: 'rider', owner: ride.rider }, amount: negate(ride.usedWalletMoney) },
    { account: { kind: 'card_clearing' }, amount: negate(ride.cardPaymentAmount) },
    { account: { kind: 'prepaid_held' }, amount: negate(ride.prepaidAmount) },
    { account: { kind: 'platform_revenue' }, amount: ride.convenience_fees },
    { account: { kind: 'promo_expense' }, amount: negate(ride.discount_amount) },
  ]);
}

/** A rider cancelled late: the fee goes from the rider's wallet, into debt if need be, to the driver. */
export function cancellationEntries(rider: string, driver: string, fee: Minor): LedgerEntry[] {
  return withoutEmpty([
    { account: { kind: 'rider', owner: rider }, amount: negate(fee) },
    { account: { kind: 'driver', owner: driver }, amount: fee },
  ]);
}

/** A delivery is paid before it starts: from the wallet, by card, or both; held until the trip is PAID. */
export function prepaymentEntries(rider: string, fromWallet: Minor, fromCard: Minor): LedgerEntry[] {
  return withoutEmpty([
    { account: { kind: 'rider', owner: rider }, amount: negate(fromWallet) },
    { account: { kind: 'card_clearing' }, amount: negate(fromCard) },
    { account: { kind: 'prepaid_held' }, amount: add(fromWallet, fromCard) },
  ]);
}

/** A prepaid booking was cancelled: the money goes back to where it came from. */
export function prepaymentRefundEntries(rider: string, fromWallet: Minor, fromCard: Minor): LedgerEntry[] {
  return prepaymentEntries(rider, fromWallet, fromCard).map(({ account, amount }) => ({
    account,
    amount: negate(amount),
  }));
}

/** A referred rider's first trip is paid: each of these people gets the bonus from the platform. */
export function referralEntries(accounts: readonly PersonAccount[], bonus: Minor): LedgerEntry[] {
  return withoutEmpty([
    { account: { kind: 'referral_expense' }, amount: negate(add(...accounts.map(() => bonus))) },
    ...accounts.map((account) => ({ account, amount: bonus })),
  ]);
}

/** What entries change about one person's balance. */
export function changeFor(entries: readonly LedgerEntry[], owner: string): Minor {
  return add(
    ...entries.flatMap(({ account, amount }) =>
      'owner' in account && account.owner === owner ? [amount] : [],
    ),
  );
}
