// Money that a provider has paid back by itself, at the operator's word there: known to its booking, and on its books.
import { earningStatuses } from '@kerb/domain/booking';
import { add, type Minor, ZERO } from '@kerb/domain/kernel';
import type { Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import type { BookingRecord, BookingRefund } from '../booking.tables.ts';
import { refundRepository } from './refund.repository.ts';

/** What was captured is held for the ride that is still to be made or settled. */
const isUnderWay = ({ status }: BookingRecord): boolean =>
  status !== 'CANCELLED' && !earningStatuses.some((earning) => earning === status);

/** The ride was settled with what was captured, and this part of it is gone: the operator bears it. */
const bear = (
  { wallet }: Pick<BookingDeps, 'wallet'>,
  tx: Tx,
  { id: booking, customer: rider }: BookingRecord,
  { id, to_card: toCard }: Pick<BookingRefund, 'id' | 'to_card'>,
): Promise<void> => wallet.refundBooking(tx, id, { booking, rider, toWallet: ZERO, toCard });

/**
 * Writes down what went back of a payment without us; the caller holds the booking. What is held for a ride under way
 * is less by it, and the operator bears it once the ride is settled; afterwards, or when the money was put into the
 * rider's wallet before, the operator bears it now. Answers all that went back of the payment like this, minor units.
 */
export async function takeOverRefunds(
  deps: Pick<BookingDeps, 'wallet' | 'payments' | 'clock'>,
  tx: Tx,
  booking: BookingRecord,
  payment: string | null = booking.payment,
): Promise<Minor> {
  if (payment === null) return ZERO;
  const refunds = refundRepository(tx);
  const known = await refunds.ofBooking(booking.id);
  // A payment that has not been heard of yet is heard of with what is left of it.
  const isPaidWith = booking.payment === payment;
  if (!isPaidWith && !known.some((one) => one.payment === payment && one.status === 'failed')) return ZERO;
  const elsewhere = await deps.payments.elsewhereOf(tx, payment);
  for (const { refund: id, amount, reason } of elsewhere) {
    if (known.some((one) => one.id === id)) continue;
    const row: BookingRefund = {
      ...{ id, booking: booking.id, at: deps.clock.now(), amount, to_wallet: ZERO, to_card: amount, payment },
      ...{ status: 'done', reason, granted_by: null },
    };
    await refunds.add(row);
    if (!(isPaidWith && isUnderWay(booking))) await bear(deps, tx, booking, row);
  }
  return add(...elsewhere.map(({ amount }) => amount));
}

/** A ride that has just been settled with the whole price: what went back of it meanwhile is borne now. */
export async function bearRefunds(
  deps: Pick<BookingDeps, 'wallet'>,
  tx: Tx,
  booking: BookingRecord,
): Promise<void> {
  if (booking.payment === null) return;
  for (const refund of await refundRepository(tx).ofBooking(booking.id))
    if (refund.payment === booking.payment) await bear(deps, tx, booking, refund);
}
