// "Payments of a booking": lists payment attempts, refunds and the refundable amount.
import type { PaymentView, RefundView } from '@kerb/contract';
import { DomainError, maxMinor, subtract, toMajor, ZERO } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingPolicy, permit, viewerOf } from '../booking.policy.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingRecord, BookingRefund } from '../store/booking.tables.ts';
import { refundRepository } from '../store/refund.repository.ts';
import { isRefundable } from './refund-booking.ts';

export interface BookingMoney {
  payments: PaymentView[];
  refunds: RefundView[];
  refundable: number;
}

/** Presents a refund. Riders see only reasons that admins wrote; automatic reasons are internal and in English. */
function presentRefund(refund: BookingRefund, { pricing }: BookingRecord, showsBy: boolean): RefundView {
  const major = (amount: BookingRefund['amount']) => toMajor(amount, pricing.decimals);
  return {
    id: refund.id,
    at: refund.at,
    amount: major(refund.amount),
    toWallet: major(refund.to_wallet),
    toCard: major(refund.to_card),
    status: refund.status,
    held: refund.held,
    reason: showsBy || refund.granted_by !== null ? refund.reason : '',
    by: showsBy ? refund.granted_by : null,
  };
}

export function createViewMoney({ db, payments }: Pick<BookingDeps, 'db' | 'payments'>) {
  return async function viewMoney(actor: Actor, id: string): Promise<BookingMoney> {
    const booking = await bookingRepository(db).find(id);
    if (!booking) throw new DomainError('not_found');
    const viewer = permit(bookingPolicy.getBookingMoney, viewerOf(booking, actor));
    const refunds = refundRepository(db);
    const [attempts, given, gone] = await Promise.all([
      payments.ofBooking(id),
      refunds.ofBooking(id),
      refunds.given(booking),
    ]);
    const left = isRefundable(booking) ? maxMinor(ZERO, subtract(booking.customer_paid, gone.amount)) : ZERO;
    return {
      payments: attempts,
      refunds: given.map((refund) => presentRefund(refund, booking, viewer === 'admin')),
      refundable: toMajor(left, booking.pricing.decimals),
    };
  };
}
