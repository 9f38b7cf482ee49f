// Records refunds that the operator issued in the provider's console, on the booking and in the ledger.
import { earningStatuses } from '@kerb/domain/booking';
import { add, type Minor, ZERO } from '@kerb/domain/kernel';
import type { Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import type { BookingRecord, NewBookingRefund } from '../store/booking.tables.ts';
import { refundRepository } from '../store/refund.repository.ts';

/** Whether the ride is not settled yet, so that the captured amount is still reserved for it. */
const isUnderWay = ({ status }: BookingRecord): boolean =>
  status !== 'CANCELLED' && !earningStatuses.some((earning) => earning === status);

/** Charges the operator's account for the refund, because the ride was settled with the full captured amount. */
const chargeToOperator = (
  { wallet }: Pick<BookingDeps, 'wallet'>,
  tx: Tx,
  { id: booking, customer: rider }: BookingRecord,
  { id, to_card: toCard }: Pick<NewBookingRefund, 'id' | 'to_card'>,
): Promise<void> => wallet.refundBooking(tx, id, { booking, rider, toWallet: ZERO, toCard });

/**
 * Records the refunds that were issued in the provider's console; the caller holds the booking's row lock. For a ride
 * under way the operator's account is charged when the ride is settled. It is charged now for a settled ride, and for a
 * refund issued after the rest of its payment had been credited to the rider's wallet. Returns the total of such refunds
 * of the payment, minor units.
 */
export async function recordProviderRefunds(
  deps: Pick<BookingDeps, 'wallet' | 'payments' | 'clock'>,
  tx: Tx,
  booking: BookingRecord,
  payment: string | null = booking.payment,
): Promise<Minor> {
  if (payment === null) return ZERO;
  const refunds = refundRepository(tx);
  const known = await refunds.ofBooking(booking.id);
  // A payment whose capture is not recorded here yet is recorded later, with its refunds already subtracted.
  const isPaidWith = booking.payment === payment;
  const failed = known
    .filter((one) => one.payment === payment && one.status === 'failed')
    .map(({ id }) => id);
  if (!isPaidWith && failed.length === 0) return ZERO;
  // Ids are ordered by time. What had been refunded before was subtracted from the amount that went to the wallet.
  const isAfterFailed = (refund: string) => failed.some((id) => id < refund);
  const elsewhere = await deps.payments.elsewhereOf(tx, payment);
  for (const { refund: id, amount, reason } of elsewhere) {
    if (known.some((one) => one.id === id)) continue;
    const row: NewBookingRefund = {
      id,
      booking: booking.id,
      at: deps.clock.now(),
      amount,
      to_wallet: ZERO,
      to_card: amount,
      payment,
      status: 'done',
      reason,
      granted_by: null,
    };
    await refunds.add(row);
    const isDue = isPaidWith ? !isUnderWay(booking) : isAfterFailed(id);
    if (isDue) await chargeToOperator(deps, tx, booking, row);
  }
  return add(...elsewhere.map(({ amount }) => amount));
}

/** Charges the operator for refunds issued before a ride was settled with its full price. */
export async function chargeRefundsToOperator(
  deps: Pick<BookingDeps, 'wallet'>,
  tx: Tx,
  booking: BookingRecord,
): Promise<void> {
  if (booking.payment === null) return;
  for (const refund of await refundRepository(tx).ofBooking(booking.id))
    if (refund.payment === booking.payment) await chargeToOperator(deps, tx, booking, refund);
}
