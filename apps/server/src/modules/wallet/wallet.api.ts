// The interface of the wallet for other modules: balances, and the postings that move money between accounts.
import { DomainError, type Minor, negate, ZERO } from '@kerb/domain/kernel';
import { type AdminCreditSource, isBlockedByBalance, type RideSettlement } from '@kerb/domain/ledger';
import type { Settings } from '@kerb/domain/settings';
import { appendEvent, type Clock, type Ids, type Queries, type Tx } from '../../kit/index.ts';
import {
  type Bonus,
  type CancellationCharge,
  type Captured,
  type OfAccount,
  type PostingDraft,
  postings,
  type ReviewCharge,
  type VehicleCharge,
} from './postings.ts';
import { type HistoryRow, ledgerWriter, walletRepository } from './wallet.repository.ts';

export interface WalletModuleDeps {
  db: Queries;
  clock: Clock;
  ids: Ids;
  settings: { get(): Promise<Settings> };
}

/**
 * Functions that take a `tx` write in that transaction. They are idempotent by the id that their comment names, or else
 * by booking.
 */
export interface WalletApi {
  balanceOf(uid: string): Promise<Minor>;
  balancesOf(uids: readonly string[]): Promise<Map<string, Minor>>;
  /** A page of entries, newest first; `before` is the id of the last entry of the previous page. */
  history(uid: string, page: { limit: number; before?: number }): Promise<HistoryRow[]>;
  /** True when the operator allows no negative balance and the driver's balance is zero or less. */
  blockedForTasks(uid: string): Promise<boolean>;
  /** The same for many drivers, in one query. */
  blockedAmong(uids: readonly string[]): Promise<ReadonlySet<string>>;
  /** The rider's balance, locked until the transaction ends, so that it cannot be spent elsewhere. */
  lockBalance(tx: Tx, rider: string): Promise<Minor>;
  /** The balance of any user, 0 without a wallet; locked until the transaction ends. */
  lockAnyBalance(tx: Tx, uid: string): Promise<Minor>;
  /** Settles a ride that is PAID: credits the driver's share and deducts the platform's share of a cash fare. */
  settleRide(tx: Tx, booking: string, ride: RideSettlement): Promise<void>;
  /**
   * Reserves the price of a booking, or a part of it, from the rider's wallet before the ride is settled. Throws
   * `insufficient_wallet`, and an error when another amount is already reserved for this booking.
   */
  reservePrepayment(tx: Tx, booking: string, rider: string, amount: Minor): Promise<void>;
  /** Returns the reserved amount to the rider's wallet when the trip does not take place. */
  refundPrepayment(tx: Tx, booking: string, rider: string, wallet: Minor): Promise<void>;
  /** Records a capture for a booking, or one that matches no order, as held money; once for each payment. */
  holdCapture(tx: Tx, payment: string, captured: Captured & { booking: string | null }): Promise<void>;
  /** Credits a captured top-up to a wallet; once for each payment. */
  creditTopup(tx: Tx, payment: string, captured: Captured & OfAccount): Promise<void>;
  /** Credits the money held for a payment to the payer's wallet; once for each payment. */
  acceptHeld(tx: Tx, payment: string, held: OfAccount): Promise<void>;
  /** Debits the wallet for a top-up that was refunded in the provider's console; once for each refund. */
  reverseTopup(tx: Tx, refund: string, back: Captured & OfAccount): Promise<void>;
  /** Records that a provider refunded held money; once for each refund. */
  settleProviderRefund(tx: Tx, refund: string, back: Captured & { booking: string | null }): Promise<void>;
  /** Refunds a paid trip, once for each refund; the card's part is held until the provider has refunded it. */
  refundBooking(
    tx: Tx,
    refund: string,
    given: { booking: string; rider: string; toWallet: Minor; toCard: Minor },
  ): Promise<void>;
  /** Credits held money to the rider's wallet after the provider rejected its refund; once for each refund. */
  returnHeld(tx: Tx, refund: string, given: { booking: string; rider: string; amount: Minor }): Promise<void>;
  /**
   * Charges a cancellation fee to the driver's wallet, from the card payment held for the booking and from the rider's
   * wallet, which may go below zero.
   */
  chargeCancellation(tx: Tx, booking: string, charge: CancellationCharge): Promise<void>;
  /** Transfers a tip from wallet to wallet, once for each booking; the caller has locked the rider's balance. */
  giveTip(tx: Tx, booking: string, given: { rider: string; driver: string; tip: Minor }): Promise<void>;
  /**
   * Charges the excess of an approved fare review to the rider's wallet, which may go below zero; once for each
   * booking.
   */
  chargeFareReview(tx: Tx, booking: string, charge: ReviewCharge): Promise<void>;
  /**
   * Charges rent or commission of a shared vehicle to the driver's wallet, which may go below zero; once for each
   * charge.
   */
  chargeForVehicle(tx: Tx, charge: VehicleCharge): Promise<void>;
  /** Credits the bonus for a referred rider's first paid trip; once for each rider. */
  creditReferral(tx: Tx, rider: string, credit: Bonus): Promise<void>;
  /** Reverses that bonus on the same accounts; once for each rider. */
  reverseReferral(tx: Tx, rider: string, credit: Bonus): Promise<void>;
  /**
   * Credits a wallet, for cash received or as the operator's credit; once for each reference. Returns the transaction's
   * id, or null when it was already written.
   */
  creditByAdmin(
    tx: Tx,
    reference: string,
    credit: OfAccount & { source?: AdminCreditSource },
  ): Promise<string | null>;
  /** Debits a requested withdrawal, once for each withdraw; the caller has locked the balance. */
  takeWithdrawal(tx: Tx, withdraw: string, withdrawal: OfAccount): Promise<void>;
  /** Records that the bank transfer of a withdraw was made. */
  settleWithdrawal(tx: Tx, withdraw: string, amount: Minor): Promise<void>;
  /** Credits the amount of a withdraw to the wallet again when its bank transfer was not possible. */
  returnWithdrawal(tx: Tx, withdraw: string, withdrawal: OfAccount): Promise<void>;
  /** Whether the ledger has any transaction. */
  hasMoney(tx: Tx): Promise<boolean>;
}

export function createWalletApi({ db, clock, ids, settings }: WalletModuleDeps): WalletApi {
  const wallets = walletRepository(db);

  /**
   * Returns the transaction's id, or null when it was already written. Notifies the clients of the users and the
   * admins' money page.
   */
  async function postOnce(tx: Tx, posting: PostingDraft): Promise<string | null> {
    const id = ids.next();
    const written = await ledgerWriter(tx).post({ ...posting, id, at: clock.now() });
    if (!written) return null;
    const owners = posting.entries.flatMap(({ account, amount }) =>
      'owner' in account && amount !== 0 ? [account.owner] : [],
    );
    for (const uid of new Set(owners))
      await appendEvent(tx, { name: 'me.changed', topics: [`user:${uid}`, 'money'], data: { uid } });
    return id;
  }

  const post = async (tx: Tx, posting: PostingDraft): Promise<void> => {
    await postOnce(tx, posting);
  };
  const api: WalletApi = {
    balanceOf: async (uid) => (await wallets.balanceOf(uid)) ?? ZERO,
    balancesOf: wallets.balancesOf,
    history: wallets.history,

    blockedForTasks: async (uid) => (await api.blockedAmong([uid])).has(uid),
    async blockedAmong(uids) {
      const current = await settings.get();
      // Most operators allow negative balances; then no balance needs to be read.
      if (current.negativeBalance || uids.length === 0) return new Set();
      const balances = await api.balancesOf(uids);
      return new Set(uids.filter((uid) => isBlockedByBalance(balances.get(uid) ?? ZERO, current)));
    },

    lockBalance: async (tx, owner) => (await ledgerWriter(tx).lockBalance({ kind: 'rider', owner })) ?? ZERO,

    lockAnyBalance: async (tx, uid) => (await ledgerWriter(tx).lockKnownBalance(uid)) ?? ZERO,

    settleRide: (tx, booking, ride) => post(tx, postings.settleRide(booking, ride)),

    async reservePrepayment(tx, booking, rider, amount) {
      if ((await api.lockBalance(tx, rider)) < amount) throw new DomainError('insufficient_wallet');
      const written = await postOnce(tx, postings.reservePrepayment(booking, rider, amount));
      // Releasing more than is held would settle this ride with the money of other rides.
      if (written !== null || amount === 0) return;
      const held = negate((await walletRepository(tx).movedBy('prepayment', booking, rider)) ?? ZERO);
      if (held !== amount) throw new Error(`Of booking ${booking} ${held} is held, and not ${amount}`);
    },

    refundPrepayment: (tx, booking, rider, wallet) =>
      post(tx, postings.refundPrepayment(booking, rider, wallet)),
    holdCapture: (tx, payment, captured) => post(tx, postings.holdCapture(payment, captured)),
    creditTopup: (tx, payment, captured) => post(tx, postings.creditTopup(payment, captured)),
    acceptHeld: (tx, payment, held) => post(tx, postings.acceptHeld(payment, held)),
    reverseTopup: (tx, refund, back) => post(tx, postings.reverseTopup(refund, back)),
    settleProviderRefund: (tx, refund, back) => post(tx, postings.settleProviderRefund(refund, back)),
    refundBooking: (tx, refund, given) => post(tx, postings.refundBooking(refund, given)),
    returnHeld: (tx, refund, given) => post(tx, postings.returnHeld(refund, given)),
    chargeCancellation: (tx, booking, charge) => post(tx, postings.chargeCancellation(booking, charge)),
    giveTip: (tx, booking, given) => post(tx, postings.giveTip(booking, given)),
    chargeFareReview: (tx, booking, charge) => post(tx, postings.chargeFareReview(booking, charge)),
    chargeForVehicle: (tx, charge) => post(tx, postings.chargeForVehicle(charge)),
    creditReferral: (tx, rider, credit) => post(tx, postings.creditReferral(rider, credit)),
    reverseReferral: (tx, rider, credit) => post(tx, postings.reverseReferral(rider, credit)),

    async creditByAdmin(tx, reference, credit) {
      if (credit.amount <= 0) throw new DomainError('no_details_error');
      return postOnce(tx, postings.creditByAdmin(reference, credit));
    },

    takeWithdrawal: (tx, withdraw, withdrawal) => post(tx, postings.takeWithdrawal(withdraw, withdrawal)),
    settleWithdrawal: (tx, withdraw, amount) => post(tx, postings.settleWithdrawal(withdraw, amount)),
    returnWithdrawal: (tx, withdraw, withdrawal) => post(tx, postings.returnWithdrawal(withdraw, withdrawal)),

    hasMoney: (tx) => walletRepository(tx).isWritten(),
  };

  return api;
}
