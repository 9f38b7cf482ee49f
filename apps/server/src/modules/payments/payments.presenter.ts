// Presents payments to their payers, and to admins with the amounts that the provider reported.
import type { PaymentRecordView, PaymentView } from '@kerb/contract';
import { type Minor, toMajor, ZERO } from '@kerb/domain/kernel';
import { isHeld, type PaymentRecord } from './payments.repository.ts';

export function presentPayment(payment: PaymentRecord): PaymentView {
  return {
    id: payment.id,
    purpose: payment.purpose,
    booking: payment.booking,
    provider: payment.provider,
    status: payment.status,
    amount: toMajor(payment.amount, payment.decimals),
    currency: payment.currency,
    createdAt: payment.created_at,
    capturedAt: payment.captured_at,
    reason: payment.reason,
    declined: payment.declined,
  };
}

/** `refunded`: the refunded amount, in minor units. `isPaidTwice`: held, because the buyer had paid the order before. */
export function presentRecord(
  payment: PaymentRecord,
  {
    name,
    refunded = ZERO,
    isPaidTwice,
  }: { name: string; refunded?: Minor | undefined; isPaidTwice: boolean },
): PaymentRecordView {
  const { reported_value: value, reported_currency: currency } = payment;
  const isOther = payment.held && value !== null && currency !== null;
  return {
    ...presentPayment(payment),
    reason: isHeld(payment) ? payment.reason : (payment.decided_reason ?? payment.reason),
    uid: payment.uid,
    name,
    providerRef: payment.provider_ref,
    captured: isOther ? { value, currency } : null,
    refunded: toMajor(refunded, payment.decimals),
    waiting: payment.held_amount > 0 ? toMajor(payment.held_amount, payment.decimals) : null,
    heldFor: isPaidTwice ? 'twice' : null,
  };
}
