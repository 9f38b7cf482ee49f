// The double-entry ledger: accounts, entries that sum to zero, and the entries each business event makes.
import { add, type Minor, negate } from '../kernel/index.ts';
import type { ProviderName } from '../payment/index.ts';

/** A user's wallet. A positive balance is owed to the user, a negative one is owed by the user. */
export interface PersonAccount {
  kind: 'rider' | 'driver' | 'fleet';
  owner: string;
}

/** The platform's own accounts: positive is what it owes or has earned, negative what it holds or has spent. */
export interface PlatformAccount {
  kind: /** Convenience fees earned, and what drivers pay for the platform's own vehicles. */
    | 'platform_revenue'
    | 'promo_expense'
    | 'referral_expense'
    /** Given back to riders after a trip was paid. */
    | 'refund_expense'
    /** Credited by admins without money coming in. */
    | 'admin_credit'
    /** Cash that people brought to the operator's desk. */
    | 'cash_in_hand'
    /** Paid for bookings that are not settled yet, and what is on its way back. */
    | 'payments_held'
    /** Asked for by people and not transferred yet. */
    | 'withdrawals_payable'
    /** Transferred to people's banks. */
    | 'bank';
}

/** What a payment provider has captured for the operator, less what it paid back: negative, it is held there. */
export interface ProviderAccount {
  kind: 'provider_clearing';
  provider: ProviderName;
}

export type AccountRef = PersonAccount | PlatformAccount | ProviderAccount;

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

export type AdminCreditSource = 'cash' | 'credit';

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
  /** Captured by a payment provider and held since. */
  cardPaymentAmount: Minor;
  /** Taken from the wallet before the trip and held since; 0 unless prepaid. */
  prepaidAmount: Minor;
}

/**
 * The driver earns driver_share and owes the cash already in hand, each by an entry of its own; the rider's
 * wallet and what is held pay the rest; the platform earns the fees and bears the discount.
 */
export function rideSettlementEntries(ride: RideSettlement): LedgerEntry[] {
  const driver: PersonAccount = { kind: 'driver', owner: ride.driver };
  return withoutEmpty([
    { account: driver, amount: ride.driver_share },
    { account: driver, amount: negate(ride.cashPaymentAmount) },
    { account: { kind: 'rider', owner: ride.rider }, amount: negate(ride.usedWalletMoney) },
    { account: { kind: 'payments_held' }, amount: negate(add(ride.cardPaymentAmount, ride.prepaidAmount)) },
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

/** A rider tips the driver of a trip: all of it goes from wallet to wallet. */
export function tipEntries(rider: string, driver: string, tip: Minor): LedgerEntry[] {
  return withoutEmpty([
    { account: { kind: 'rider', owner: rider }, amount: negate(tip) },
    { account: { kind: 'driver', owner: driver }, amount: tip },
  ]);
}

/**
 * What a driver pays for a shared vehicle, rent or commission: from the driver's wallet, into debt if need be, to the
 * fleet admin whose vehicle it is, or to the platform for its own. A negative amount gives a part of it back.
 */
export function vehicleChargeEntries(
  driver: string,
  fleetadmin: string | null,
  amount: Minor,
): LedgerEntry[] {
  return withoutEmpty([
    { account: { kind: 'driver', owner: driver }, amount: negate(amount) },
    {
      account: fleetadmin === null ? { kind: 'platform_revenue' } : { kind: 'fleet', owner: fleetadmin },
      amount,
    },
  ]);
}

/** The wallet's part of a booking paid before it starts; held until the trip is PAID. */
export function prepaymentEntries(rider: string, fromWallet: Minor): LedgerEntry[] {
  return withoutEmpty([
    { account: { kind: 'rider', owner: rider }, amount: negate(fromWallet) },
    { account: { kind: 'payments_held' }, amount: fromWallet },
  ]);
}

/** A prepaid booking was cancelled: the wallet's part goes back; the card's is paid back by its provider. */
export function prepaymentRefundEntries(rider: string, fromWallet: Minor): LedgerEntry[] {
  return reversed(prepaymentEntries(rider, fromWallet));
}

const reversed = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  entries.map(({ account, amount }) => ({ account, amount: negate(amount) }));

/** A provider captured money for a booking: held until the booking takes it, or gives it back. */
export function captureEntries(provider: ProviderName, amount: Minor): LedgerEntry[] {
  return withoutEmpty([
    { account: { kind: 'provider_clearing', provider }, amount: negate(amount) },
    { account: { kind: 'payments_held' }, amount },
  ]);
}

/** A provider captured money for a user's wallet. */
export function topupEntries(account: PersonAccount, provider: ProviderName, amount: Minor): LedgerEntry[] {
  return withoutEmpty([
    { account: { kind: 'provider_clearing', provider }, amount: negate(amount) },
    { account, amount },
  ]);
}

/** A provider has paid back a top-up without being asked here: it comes out of the wallet, into debt if need be. */
export function topupReversalEntries(
  account: PersonAccount,
  provider: ProviderName,
  amount: Minor,
): LedgerEntry[] {
  return reversed(topupEntries(account, provider, amount));
}

/** An admin accepts a capture whose amount differs from the request: it is credited to the payer's wallet. */
export function acceptHeldEntries(account: PersonAccount, amount: Minor): LedgerEntry[] {
  return withoutEmpty([
    { account: { kind: 'payments_held' }, amount: negate(amount) },
    { account, amount },
  ]);
}

/** A provider has paid back what was held. */
export function providerRefundEntries(provider: ProviderName, amount: Minor): LedgerEntry[] {
  return reversed(captureEntries(provider, amount));
}

/**
 * A paid trip is refunded, whole or in part: the platform bears it, the driver keeps the share. The wallet's and
 * the cash's part goes to the rider's wallet; the card's part is held until its provider has paid it back.
 */
export function bookingRefundEntries(rider: string, toWallet: Minor, toCard: Minor): LedgerEntry[] {
  return withoutEmpty([
    { account: { kind: 'refund_expense' }, amount: negate(add(toWallet, toCard)) },
    { account: { kind: 'rider', owner: rider }, amount: toWallet },
    { account: { kind: 'payments_held' }, amount: toCard },
  ]);
}

/** A user requested a withdrawal: the amount leaves the wallet and is owed as a payout. */
export function withdrawalEntries(account: PersonAccount, amount: Minor): LedgerEntry[] {
  return withoutEmpty([
    { account, amount: negate(amount) },
    { account: { kind: 'withdrawals_payable' }, amount },
  ]);
}

/** The transfer of a withdrawal was made. */
export function withdrawalPaidEntries(amount: Minor): LedgerEntry[] {
  return withoutEmpty([
    { account: { kind: 'withdrawals_payable' }, amount: negate(amount) },
    { account: { kind: 'bank' }, amount },
  ]);
}

/** The transfer could not be made: the money is in the wallet again. */
export function withdrawalReturnedEntries(account: PersonAccount, amount: Minor): LedgerEntry[] {
  return reversed(withdrawalEntries(account, amount));
}

/** An admin adds to a wallet: for cash taken at the desk, or as a credit the platform bears. */
export function adminCreditEntries(
  account: PersonAccount,
  amount: Minor,
  source: AdminCreditSource,
): LedgerEntry[] {
  const from = source === 'cash' ? ('cash_in_hand' as const) : ('admin_credit' as const);
  return withoutEmpty([
    { account: { kind: from }, amount: negate(amount) },
    { account, amount },
  ]);
}

/** A referred rider's first trip is paid: each of these people gets the bonus from the platform. */
export function referralEntries(accounts: readonly PersonAccount[], bonus: Minor): LedgerEntry[] {
  return withoutEmpty([
    { account: { kind: 'referral_expense' }, amount: negate(add(...accounts.map(() => bonus))) },
    ...accounts.map((account) => ({ account, amount: bonus })),
  ]);
}

/** An admin takes a referral bonus back from everyone who got it, into debt if need be. */
export function referralReversalEntries(accounts: readonly PersonAccount[], bonus: Minor): LedgerEntry[] {
  return reversed(referralEntries(accounts, bonus));
}

/** What entries change about one person's balance. */
export function changeFor(entries: readonly LedgerEntry[], owner: string): Minor {
  return add(
    ...entries.flatMap(({ account, amount }) =>
      'owner' in account && account.owner === owner ? [amount] : [],
    ),
  );
}
