// Double-entry ledger: accounts, entries that sum to zero, and the entries of each business event.
import { add, type Minor, negate, subtract, ZERO } from '../kernel/index.ts';
import type { ProviderName } from '../payment/index.ts';

/** Wallet of a user. A positive balance is owed to the user, a negative one by the user. */
export interface PersonAccount {
  kind: 'rider' | 'driver' | 'fleet';
  owner: string;
}

/**
 * Accounts of the platform. Positive: the platform owes or has earned the amount; negative: it holds or has spent it.
 */
export interface PlatformAccount {
  kind: /** Convenience fees, and what drivers pay for the platform's own vehicles. */
    | 'platform_revenue'
    | 'promo_expense'
    | 'referral_expense'
    /** Refunded to riders after a trip was paid. */
    | 'refund_expense'
    /** Credited by admins without an incoming payment. */
    | 'admin_credit'
    /** Cash paid at the operator's desk. */
    | 'cash_in_hand'
    /** Paid for bookings that are not settled yet, and refunds in progress. */
    | 'payments_held'
    /** Withdrawals that were requested but not transferred yet. */
    | 'withdrawals_payable'
    /** Transferred to users' bank accounts. */
    | 'bank';
}

/**
 * Captured by a payment provider for the operator, minus refunds. The balance is negative while the provider holds the
 * money.
 */
export interface ProviderAccount {
  kind: 'provider_clearing';
  provider: ProviderName;
}

export type AccountRef = PersonAccount | PlatformAccount | ProviderAccount;

export interface LedgerEntry {
  account: AccountRef;
  /** A positive amount increases what the account is owed. Never 0. */
  amount: Minor;
}

/** Returns whether entries form a valid transaction: at least two, none of amount 0, with the sum 0. */
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

/** A PAID trip. The sum of usedWalletMoney, cash, card and prepaid parts must equal trip_cost − discount_amount. */
export interface RideSettlement {
  rider: string;
  driver: string;
  driver_share: Minor;
  convenience_fees: Minor;
  discount_amount: Minor;
  /** Taken from the rider's wallet at settlement. */
  usedWalletMoney: Minor;
  /** Cash received by the driver. */
  cashPaymentAmount: Minor;
  /** Captured by a payment provider and held until settlement. */
  cardPaymentAmount: Minor;
  /** Taken from the wallet before the trip and held until settlement; 0 unless prepaid. */
  prepaidAmount: Minor;
}

/**
 * Entries of a paid trip. The driver earns driver_share and owes the cash received, in separate entries; the rider's
 * wallet and the held amounts pay the rest; the platform earns the fees and bears the discount.
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

/**
 * Entries of a late cancellation by a rider: the fee moves to the driver from the card payment that is held for the
 * booking, as far as `fromHeld` says, and from the rider's wallet, which may become negative.
 */
export function cancellationEntries(
  rider: string,
  driver: string,
  fee: Minor,
  fromHeld: Minor = ZERO,
): LedgerEntry[] {
  return withoutEmpty([
    { account: { kind: 'rider', owner: rider }, amount: subtract(fromHeld, fee) },
    { account: { kind: 'payments_held' }, amount: negate(fromHeld) },
    { account: { kind: 'driver', owner: driver }, amount: fee },
  ]);
}

/** Entries of a tip: the whole amount moves from the rider's wallet to the driver's. */
export function tipEntries(rider: string, driver: string, tip: Minor): LedgerEntry[] {
  return withoutEmpty([
    { account: { kind: 'rider', owner: rider }, amount: negate(tip) },
    { account: { kind: 'driver', owner: driver }, amount: tip },
  ]);
}

/**
 * Entries for what a driver pays for a shared vehicle, rent or commission: from the driver's wallet, which may become
 * negative, to the fleet admin who owns the vehicle, or to the platform for its own. A negative amount returns a part.
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

/** Entries for the wallet's part of a booking that is paid before it starts; held until the trip is PAID. */
export function prepaymentEntries(rider: string, fromWallet: Minor): LedgerEntry[] {
  return withoutEmpty([
    { account: { kind: 'rider', owner: rider }, amount: negate(fromWallet) },
    { account: { kind: 'payments_held' }, amount: fromWallet },
  ]);
}

/**
 * Entries for the cancellation of a prepaid booking: the wallet's part is returned; the card's part is refunded by its
 * provider.
 */
export function prepaymentRefundEntries(rider: string, fromWallet: Minor): LedgerEntry[] {
  return reversed(prepaymentEntries(rider, fromWallet));
}

const reversed = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  entries.map(({ account, amount }) => ({ account, amount: negate(amount) }));

/** Entries for an amount that a provider captured for a booking: held until the booking is settled or refunded. */
export function captureEntries(provider: ProviderName, amount: Minor): LedgerEntry[] {
  return withoutEmpty([
    { account: { kind: 'provider_clearing', provider }, amount: negate(amount) },
    { account: { kind: 'payments_held' }, amount },
  ]);
}

/** Entries for an amount that a provider captured for a user's wallet. */
export function topupEntries(account: PersonAccount, provider: ProviderName, amount: Minor): LedgerEntry[] {
  return withoutEmpty([
    { account: { kind: 'provider_clearing', provider }, amount: negate(amount) },
    { account, amount },
  ]);
}

/**
 * Entries for a top-up that the provider refunded without a request from Kerb: the amount leaves the wallet, which may
 * become negative.
 */
export function topupReversalEntries(
  account: PersonAccount,
  provider: ProviderName,
  amount: Minor,
): LedgerEntry[] {
  return reversed(topupEntries(account, provider, amount));
}

/**
 * Entries for a capture whose amount differs from the request and that an admin accepts: it is credited to the payer's
 * wallet.
 */
export function acceptHeldEntries(account: PersonAccount, amount: Minor): LedgerEntry[] {
  return withoutEmpty([
    { account: { kind: 'payments_held' }, amount: negate(amount) },
    { account, amount },
  ]);
}

/** Entries for a held amount that the provider has refunded. */
export function providerRefundEntries(provider: ProviderName, amount: Minor): LedgerEntry[] {
  return reversed(captureEntries(provider, amount));
}

/**
 * Entries for a full or partial refund of a paid trip: the platform bears it, the driver keeps the share. The part paid
 * by wallet or cash is credited to the rider's wallet; the card's part is held until its provider has refunded it.
 */
export function bookingRefundEntries(rider: string, toWallet: Minor, toCard: Minor): LedgerEntry[] {
  return withoutEmpty([
    { account: { kind: 'refund_expense' }, amount: negate(add(toWallet, toCard)) },
    { account: { kind: 'rider', owner: rider }, amount: toWallet },
    { account: { kind: 'payments_held' }, amount: toCard },
  ]);
}

/** Entries for a requested withdrawal: the amount leaves the wallet and is owed as a payout. */
export function withdrawalEntries(account: PersonAccount, amount: Minor): LedgerEntry[] {
  return withoutEmpty([
    { account, amount: negate(amount) },
    { account: { kind: 'withdrawals_payable' }, amount },
  ]);
}

/** Entries for a completed transfer of a withdrawal. */
export function withdrawalPaidEntries(amount: Minor): LedgerEntry[] {
  return withoutEmpty([
    { account: { kind: 'withdrawals_payable' }, amount: negate(amount) },
    { account: { kind: 'bank' }, amount },
  ]);
}

/** Entries for a failed transfer of a withdrawal: the amount returns to the wallet. */
export function withdrawalReturnedEntries(account: PersonAccount, amount: Minor): LedgerEntry[] {
  return reversed(withdrawalEntries(account, amount));
}

/** Entries for a credit by an admin: for cash paid at the desk, or at the platform's expense. */
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

/** Entries for the bonus after a referred rider's first paid trip: the platform pays it to each of these users. */
export function referralEntries(accounts: readonly PersonAccount[], bonus: Minor): LedgerEntry[] {
  return withoutEmpty([
    { account: { kind: 'referral_expense' }, amount: negate(add(...accounts.map(() => bonus))) },
    ...accounts.map((account) => ({ account, amount: bonus })),
  ]);
}

/** Entries for a referral bonus that an admin reverses for all users who got it; their wallets may become negative. */
export function referralReversalEntries(accounts: readonly PersonAccount[], bonus: Minor): LedgerEntry[] {
  return reversed(referralEntries(accounts, bonus));
}

/** Returns by how much the entries change the balance of one user. */
export function changeFor(entries: readonly LedgerEntry[], owner: string): Minor {
  return add(
    ...entries.flatMap(({ account, amount }) =>
      'owner' in account && account.owner === owner ? [amount] : [],
    ),
  );
}
