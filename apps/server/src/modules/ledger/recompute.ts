// Recomputes balances, sums and rides of the ledger by the rules of the domain, without the database's arithmetic.
import { add, type Minor, minor, subtract, ZERO } from '@kerb/domain/kernel';
import { type LedgerEntry, rideSettlementEntries } from '@kerb/domain/ledger';
import type { EntryRow, PaidBooking } from './verify.repository.ts';

export interface Recomputed {
  /** Account → balance. */
  balances: Map<string, Minor>;
  /** One sentence for each difference. */
  differences: string[];
}

const keyOf = ({ account }: LedgerEntry): string => ('owner' in account ? account.owner : account.kind);

const line = (account: string, amount: number): string => `${account} ${amount}`;

/** The ledger lines that settling this booking writes, each with account and amount, sorted. */
function linesOf(booking: PaidBooking): string[] {
  return rideSettlementEntries({
    rider: booking.customer,
    driver: booking.driver ?? '',
    driver_share: booking.driver_share,
    convenience_fees: booking.convenience_fees,
    discount_amount: booking.discount_amount,
    usedWalletMoney: subtract(booking.used_wallet_money, booking.wallet_held),
    cashPaymentAmount: booking.cash_payment_amount,
    cardPaymentAmount: booking.card_payment_amount,
    prepaidAmount: booking.wallet_held,
  })
    .map((entry) => line(keyOf(entry), entry.amount))
    .sort();
}

/** Checks the entries in the order of the chain; each call of `take` needs all entries of its transactions. */
export function createRecomputation() {
  const balances = new Map<string, Minor>();
  const differences: string[] = [];

  function follow(entry: EntryRow): void {
    const balance = add(balances.get(entry.account) ?? ZERO, minor(entry.amount));
    balances.set(entry.account, balance);
    if (balance !== entry.balance)
      differences.push(
        `transaction ${entry.transaction}, account ${entry.account}: ${balance} by the domain, ${entry.balance} written`,
      );
  }

  function checkRide(entries: readonly EntryRow[], booking: PaidBooking | undefined): void {
    const [{ transaction, reference } = { transaction: '', reference: '' }] = entries;
    const written = entries
      .map(({ owner, accountKind, amount }) => line(owner ?? accountKind, amount))
      .sort();
    const expected = booking ? linesOf(booking) : [];
    if (written.join() !== expected.join())
      differences.push(
        `transaction ${transaction}, booking ${reference}: wrote ${written.join(', ')}; the domain writes ${expected.join(', ') || 'nothing'}`,
      );
  }

  return {
    take(entries: readonly EntryRow[], bookings: ReadonlyMap<string, PaidBooking>): void {
      const transactions = new Map<string, EntryRow[]>();
      for (const entry of entries) {
        follow(entry);
        const known = transactions.get(entry.transaction);
        if (known) known.push(entry);
        else transactions.set(entry.transaction, [entry]);
      }
      for (const [transaction, written] of transactions) {
        const sum = add(...written.map(({ amount }) => minor(amount)));
        if (sum !== 0)
          differences.push(`transaction ${transaction}: its entries sum to ${sum} by the domain`);
        const [first] = written;
        if (first?.kind === 'ride') checkRide(written, bookings.get(first.reference));
      }
    },
    result: (): Recomputed => ({ balances, differences }),
  };
}
