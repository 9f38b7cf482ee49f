// The API of the wallet for other modules: balances, and the postings that move money between accounts.
import { DomainError, type Minor, negate, ZERO } from '@kerb/domain/kernel';
import { type AdminCreditSource, isBlockedByBalance, type RideSettlement } from '@kerb/domain/ledger';
import type { Settings } from '@kerb/domain/settings';
import { appendEvent, type Clock, type Ids, type Queries, type Tx } from '../../kit/index.ts';
import {
  type Bonus,
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

/** Functions that take a `tx` write in it; calling one twice for a booking changes nothing the second time. */
export interface WalletApi {
  balanceOf(uid: string): Promise<Minor>;
  balancesOf(uids: readonly string[]): Promise<Map<string, Minor>>;
  /** A page of entries, newest first; `before` is the id of the last entry of the page before. */
  history(uid: string, page: { limit: number; before?: number }): Promise<HistoryRow[]>;
  /** True when the operator allows no negative balances and this driver has nothing left to pay fees with. */
  blockedForTasks(uid: string): Promise<boolean>;
  /** The same for many drivers, in one query. */
  blockedAmong(uids: readonly string[]): Promise<ReadonlySet<string>>;
  /** The rider's balance, locked until the transaction ends, so that it cannot be spent elsewhere. */
  holdBalance(tx: Tx, rider: string): Promise<Minor>;
  /** The balance of any user, 0 without a wallet; locked until the transaction ends. */
  holdAnyBalance(tx: Tx, uid: string): Promise<Minor>;
  /** A ride is PAID: credits the driver's share and deducts the platform's share of a cash fare. */
  settleRide(tx: Tx, booking: string, ride: RideSettlement): Promise<void>;
  /**
   * Takes the price of a booking, or a part of it, from the rider's wallet before it is settled. Throws
   * `insufficient_wallet`, and an error when another amount is held for this booking already.
   */
  holdPrepayment(tx: Tx, booking: string, rider: string, amount: Minor): Promise<void>;
  /** The trip is not made: what was held of the wallet's goes back into it. */
  refundPrepayment(tx: Tx, booking: string, rider: string, wallet: Minor): Promise<void>;
  /** A provider captured money for a booking, or a payment that matches no order: held, once for each payment. */
  holdCapture(tx: Tx, payment: string, captured: Captured & { booking: string | null }): Promise<void>;
  /** A provider captured money for a wallet, once for each payment. */
  creditTopup(tx: Tx, payment: string, captured: Captured & OfAccount): Promise<void>;
  /** Money that was held for a payment is put into the payer's wallet, once for each payment. */
  acceptHeld(tx: Tx, payment: string, held: OfAccount): Promise<void>;
  /** A provider refunded a top-up at its own console: debits the wallet, once for each refund. */
  reverseTopup(tx: Tx, refund: string, back: Captured & OfAccount): Promise<void>;
  /** A provider has paid back what was held, once for each refund. */
  settleProviderRefund(tx: Tx, refund: string, back: Captured & { booking: string | null }): Promise<void>;
  /** A paid trip is refunded, once for each refund; the card's part is held until its provider pays it back. */
  refundBooking(
    tx: Tx,
    refund: string,
    given: { booking: string; rider: string; toWallet: Minor; toCard: Minor },
  ): Promise<void>;
  /** A provider refuses to pay back what is held: it goes to the rider's wallet, once for each refund. */
  returnHeld(tx: Tx, refund: string, given: { booking: string; rider: string; amount: Minor }): Promise<void>;
  /** From the rider's wallet, which may go below zero, to the driver's. */
  chargeCancellation(
    tx: Tx,
    booking: string,
    charge: { rider: string; driver: string; fee: Minor },
  ): Promise<void>;
  /** A tip, from wallet to wallet, once for each booking; the caller has locked the rider's balance. */
  giveTip(tx: Tx, booking: string, given: { rider: string; driver: string; tip: Minor }): Promise<void>;
  /** An admin approved the rest of a fare: from the rider's wallet, which may go below zero; once for each booking. */
  chargeFareReview(tx: Tx, booking: string, charge: ReviewCharge): Promise<void>;
  /** Rent or commission of a shared vehicle: from the driver's wallet, into debt if need be; once for each charge. */
  chargeForVehicle(tx: Tx, charge: VehicleCharge): Promise<void>;
  /** The bonus of a referred rider's first paid trip, once for each rider. */
  creditReferral(tx: Tx, rider: string, credit: Bonus): Promise<void>;
  /** The same bonus is taken back from the same accounts, once for each rider. */
  reverseReferral(tx: Tx, rider: string, credit: Bonus): Promise<void>;
  /**
   * Puts money into a wallet, for cash taken or as the operator's credit, once for each reference. Answers the
   * transaction, null when it was written before.
   */
  creditByAdmin(
    tx: Tx,
    reference: string,
    credit: OfAccount & { source?: AdminCreditSource },
  ): Promise<string | null>;
  /** Debits a requested withdrawal, once for each withdraw; the caller has locked the balance. */
  takeWithdrawal(tx: Tx, withdraw: string, asked: OfAccount): Promise<void>;
  /** The transfer of a withdraw was made. */
  settleWithdrawal(tx: Tx, withdraw: string, amount: Minor): Promise<void>;
  /** The transfer could not be made: the money is in the wallet again. */
  returnWithdrawal(tx: Tx, withdraw: string, asked: OfAccount): Promise<void>;
  /** Whether anything was ever written. */
  hasMoney(tx: Tx): Promise<boolean>;
}

export function createWalletApi({ db, clock, ids, settings }: WalletModuleDeps): WalletApi {
  const wallets = walletRepository(db);

  /** Returns the transaction's id, null when it was written before. Publishes to the admins' money page. */
  async function postOnce(tx: Tx, posting: PostingDraft): Promise<string | null> {
    const id = ids.next();
    const written = await ledgerWriter(tx).post({ ...posting, id, at: clock.now() });
    if (!written) return null;
    const owners = posting.entries.flatMap(({ account, amount }) =>
      'owner' in account && amount !== 0 ? [account.owner] : [],
    );
    for (const uid of new Set(owners))
      await appendEvent(tx, { name: 'me.changed', topics: [`user:${uid}`, 'money'], data: {} });
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
      // Most operators allow it; then no balance is read.
      if (current.negativeBalance || uids.length === 0) return new Set();
      const balances = await api.balancesOf(uids);
      return new Set(uids.filter((uid) => isBlockedByBalance(balances.get(uid) ?? ZERO, current)));
    },

    holdBalance: async (tx, owner) => (await ledgerWriter(tx).holdBalance({ kind: 'rider', owner })) ?? ZERO,

    holdAnyBalance: async (tx, uid) => (await ledgerWriter(tx).holdKnownBalance(uid)) ?? ZERO,

    settleRide: (tx, booking, ride) => post(tx, postings.settleRide(booking, ride)),

    async holdPrepayment(tx, booking, rider, amount) {
      if ((await api.holdBalance(tx, rider)) < amount) throw new DomainError('insufficient_wallet');
      const written = await postOnce(tx, postings.holdPrepayment(booking, rider, amount));
      // A release of more than is held would settle a ride with the money of other rides.
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

    takeWithdrawal: (tx, withdraw, asked) => post(tx, postings.takeWithdrawal(withdraw, asked)),
    settleWithdrawal: (tx, withdraw, amount) => post(tx, postings.settleWithdrawal(withdraw, amount)),
    returnWithdrawal: (tx, withdraw, asked) => post(tx, postings.returnWithdrawal(withdraw, asked)),

    hasMoney: (tx) => walletRepository(tx).isWritten(),
  };

  return api;
}
