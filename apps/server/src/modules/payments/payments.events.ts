// Events of payments for other modules and for live clients: ids and statuses only.
import type { Minor } from '@kerb/domain/kernel';
import type { PaymentStatus } from '@kerb/domain/payment';
import { appendEvent, type Tx } from '../../kit/index.ts';
import { isHeld, type PaymentRecord } from './payments.repository.ts';

export const paymentTopics = {
  /** The payer's live topic. */
  person: (uid: string) => `user:${uid}`,
  /** The live topic of the admins' money page. */
  money: 'money',
} as const;

type PublishedPayment = Pick<PaymentRecord, 'id' | 'booking' | 'purpose' | 'uid'>;

/** The booking that the payment pays for; null for top-ups and tips, which are credited to a wallet first. */
const paidFor = ({ booking, purpose }: Pick<PublishedPayment, 'booking' | 'purpose'>): string | null =>
  purpose === 'booking' ? booking : null;

/**
 * Notifies other modules that a payment was captured, has failed, or is held for a decision. `before`: the payment before
 * that. The event's `wasPending`: the payer may have left the payment page before the outcome; `amount`: the requested
 * one, in minor units.
 */
export const publishOutcome = (
  tx: Tx,
  name: 'payment.captured' | 'payment.failed' | 'payment.held',
  before: PublishedPayment & Pick<PaymentRecord, 'status' | 'amount'>,
): Promise<void> => {
  const { id: payment, purpose, uid, amount, status } = before;
  const wasPending = status === 'pending';
  const data = { payment, booking: paidFor(before), purpose, uid, amount, wasPending };
  return appendEvent(tx, { name, topics: [], data });
};

/**
 * Notifies other modules that a refund has ended; `payment.refund-held`: it failed, and the amount waits for an admin,
 * because the payer has no wallet. `amount`: minor units; null in another currency. The event's `declined`: the
 * provider declined the settlement, so that the payer gets no money back; `fromWallet`: the amount was debited from the
 * payer's wallet.
 */
export const publishRefund = (
  tx: Tx,
  name: 'payment.refunded' | 'payment.refund-failed' | 'payment.refund-held',
  ended: { refund: string; amount: Minor | null; declined?: boolean; fromWallet?: boolean },
  about: PaymentRecord,
): Promise<void> => {
  const { id: payment, booking, purpose, uid } = about;
  const data = {
    refund: ended.refund,
    payment,
    booking: paidFor({ booking, purpose }),
    purpose,
    uid,
    amount: ended.amount,
    held: isHeld(about),
    declined: ended.declined ?? false,
    fromWallet: ended.fromWallet ?? false,
  };
  return appendEvent(tx, { name, topics: [], data });
};

/** Notifies other modules that an admin credited held money to the payer's wallet. `amount`: minor units. */
export const publishAccepted = (
  tx: Tx,
  { id: payment, uid }: Pick<PaymentRecord, 'id' | 'uid'>,
  amount: Minor,
): Promise<void> => appendEvent(tx, { name: 'payment.accepted', topics: [], data: { payment, uid, amount } });

/** Notifies the payer's clients and the admins' clients that the payment changed. */
export const publishPaymentChanged = (
  tx: Tx,
  payment: PublishedPayment,
  status: PaymentStatus,
): Promise<void> =>
  appendEvent(tx, {
    name: 'payment.changed',
    topics: [paymentTopics.person(payment.uid), paymentTopics.money],
    data: { payment: payment.id, booking: payment.booking, status },
  });
