// What other modules may ask of the ledger: balances, and the few ways in which money moves.
import { DomainError, type Minor, negate, ZERO } from '@kerb/domain/kernel';
import {
  cancellationEntries,
  isBlockedByBalance,
  type LedgerEntry,
  type PersonAccount,
  prepaymentEntries,
  prepaymentRefundEntries,
  type RideSettlement,
  referralEntries,
  rideSettlementEntries,
} from '@kerb/domain/ledger';
import type { Settings } from '@kerb/domain/settings';
import { appendEvent, type Clock, type Ids, type Queries, type Tx } from '../../kit/index.ts';
import type { Posting } from './posting.ts';
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
  /** The rider's balance, which nobody else can spend until the transaction ends. */
  holdBalance(tx: Tx, rider: string): Promise<Minor>;
  /** Anybody's balance, 0 without a wallet; it does not change until the transaction ends. */
  holdAnyBalance(tx: Tx, uid: string): Promise<Minor>;
  /** A ride is PAID: credits the driver's share and takes what he holds in cash. */
  settleRide(tx: Tx, booking: string, ride: RideSettlement): Promise<void>;
  /** Takes the price of a booking from the rider's wallet before the trip. Throws `insufficient_wallet`. */
  holdPrepayment(tx: Tx, booking: string, rider: string, amount: Minor): Promise<void>;
  /** The trip is not made: what was held goes back to where it came from. */
  refundPrepayment(
    tx: Tx,
    booking: string,
    rider: string,
    paid: { wallet: Minor; card: Minor },
  ): Promise<void>;
  /** From the rider's wallet, which may go below zero, to the driver's. */
  chargeCancellation(
    tx: Tx,
    booking: string,
    charge: { rider: string; driver: string; fee: Minor },
  ): Promise<void>;
  /** The bonus of a referred rider's first paid trip, once for each rider. */
  creditReferral(
    tx: Tx,
    rider: string,
    credit: { booking: string; accounts: readonly PersonAccount[]; bonus: Minor },
  ): Promise<void>;
  /** Puts money of the operator's into a wallet, once for each reference. */
  creditByAdmin(tx: Tx, reference: string, credit: { account: PersonAccount; amount: Minor }): Promise<void>;
}

export function createWalletApi({ db, clock, ids, settings }: WalletModuleDeps): WalletApi {
  const wallets = walletRepository(db);

  async function post(tx: Tx, posting: Omit<Posting, 'id' | 'at'>): Promise<void> {
    const written = await ledgerWriter(tx).post({ ...posting, id: ids.next(), at: clock.now() });
    if (!written) return;
    const owners = posting.entries.flatMap(({ account, amount }) =>
      'owner' in account && amount !== 0 ? [account.owner] : [],
    );
    for (const uid of new Set(owners))
      await appendEvent(tx, { name: 'me.changed', topics: [`user:${uid}`], data: {} });
  }

  const forBooking = (booking: string) => ({ reference: booking, booking, txRef: booking });

  const api: WalletApi = {
    balanceOf: async (uid) => (await wallets.balanceOf(uid)) ?? ZERO,
    balancesOf: wallets.balancesOf,
    history: wallets.history,

    blockedForTasks: async (uid) => isBlockedByBalance(await api.balanceOf(uid), await settings.get()),

    holdBalance: async (tx, owner) => (await ledgerWriter(tx).holdBalance({ kind: 'rider', owner })) ?? ZERO,

    holdAnyBalance: async (tx, uid) => (await ledgerWriter(tx).holdKnownBalance(uid)) ?? ZERO,

    settleRide: (tx, booking, ride) =>
      post(tx, { kind: 'ride', ...forBooking(booking), entries: rideSettlementEntries(ride) }),

    async holdPrepayment(tx, booking, rider, amount) {
      if ((await api.holdBalance(tx, rider)) < amount) throw new DomainError('insufficient_wallet');
      const entries = prepaymentEntries(rider, amount, ZERO);
      await post(tx, { kind: 'prepayment', ...forBooking(booking), entries });
    },

    refundPrepayment: (tx, booking, rider, { wallet, card }) =>
      post(tx, {
        kind: 'prepayment_refund',
        ...forBooking(booking),
        entries: prepaymentRefundEntries(rider, wallet, card),
      }),

    chargeCancellation: (tx, booking, { rider, driver, fee }) =>
      post(tx, {
        kind: 'cancellation',
        ...forBooking(booking),
        entries: cancellationEntries(rider, driver, fee),
      }),

    creditReferral: (tx, rider, { booking, accounts, bonus }) =>
      post(tx, {
        kind: 'referral',
        ...forBooking(booking),
        reference: rider,
        entries: referralEntries(accounts, bonus),
      }),

    async creditByAdmin(tx, reference, { account, amount }) {
      if (amount <= 0) throw new DomainError('no_details_error');
      const entries: LedgerEntry[] = [
        { account: { kind: 'admin_credit' }, amount: negate(amount) },
        { account, amount },
      ];
      await post(tx, { kind: 'admin_credit', reference, booking: null, txRef: 'AdminCredit', entries });
    },
  };

  return api;
}
