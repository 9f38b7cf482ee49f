// Payments as bookings see them: what was captured is told by the test, what is to be paid back is written down.
import { randomUUID } from 'node:crypto';
import type { Minor } from '@kerb/domain/kernel';
import type { BookingPayments, CapturedPayment } from '../booking.deps.ts';

export interface AskedRefund {
  refund: string;
  payment: string;
  amount: Minor;
  reason: string;
}

export function createFakePayments() {
  const captures = new Map<string, CapturedPayment>();
  const refunds: AskedRefund[] = [];
  const elsewhere: { payment: string; refund: string; amount: Minor; reason: string }[] = [];
  const asked: BookingPayments = {
    captureOf: async (payment) => captures.get(payment) ?? null,
    elsewhereOf: async (_, payment) => elsewhere.filter((one) => one.payment === payment),
    async refund(_, order) {
      if (!refunds.some(({ refund }) => refund === order.refund)) refunds.push(order);
    },
    ofBooking: async () => [],
  };
  return {
    asked,
    refunds,
    refundsOf: (payment: string) => refunds.filter((one) => one.payment === payment),
    /** A provider has paid back by itself: money that no booking has asked for. */
    payBack(payment: string, amount: Minor): string {
      const refund = randomUUID();
      elsewhere.push({ payment, refund, amount, reason: 'Paid back by the provider' });
      return refund;
    },
    /** A provider has captured this for a booking. */
    capture(captured: Omit<CapturedPayment, 'payment' | 'provider'>): CapturedPayment {
      const made: CapturedPayment = { payment: randomUUID(), provider: 'stripe', ...captured };
      captures.set(made.payment, made);
      return made;
    },
  };
}
