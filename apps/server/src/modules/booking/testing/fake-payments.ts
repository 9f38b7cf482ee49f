// Fake of the payments module for booking tests: the test adds captures, and requested refunds are recorded.
import { randomUUID } from 'node:crypto';
import type { Minor } from '@kerb/domain/kernel';
import { uuidV7 } from '../../../adapters/clock/system-clock.ts';
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
    openTip: () => Promise.reject(new Error('Tips by card are tested with the payments module')),
    ofBooking: async () => [],
    mayStillPay: async () => false,
  };
  return {
    asked,
    refunds,
    refundsOf: (payment: string) => refunds.filter((one) => one.payment === payment),
    /** Simulates a refund issued in the provider's console; returns its id. */
    payBack(payment: string, amount: Minor): string {
      const refund = uuidV7.next();
      elsewhere.push({ payment, refund, amount, reason: 'Paid back by the provider' });
      return refund;
    },
    /** Simulates a capture of this amount for a booking. */
    capture(captured: Omit<CapturedPayment, 'payment' | 'provider'>): CapturedPayment {
      const made: CapturedPayment = { payment: randomUUID(), provider: 'stripe', ...captured };
      captures.set(made.payment, made);
      return made;
    },
  };
}
