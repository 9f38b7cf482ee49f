// What the payments module tells the others, and whoever watches live: ids and statuses only.
import type { PaymentStatus } from '@kerb/domain/payment';
import { appendEvent, type Tx } from '../../kit/index.ts';
import type { PaymentRecord } from './payments.repository.ts';

export const paymentTopics = {
  /** The payer. */
  person: (uid: string) => `user:${uid}`,
  /** The money page, for admins. */
  money: 'money',
} as const;

type Told = Pick<PaymentRecord, 'id' | 'booking' | 'purpose' | 'uid'>;

/** For other modules: money came, will not come, or waits for a decision. */
export const tellOutcome = (
  tx: Tx,
  name: 'payment.captured' | 'payment.failed' | 'payment.held',
  { id: payment, booking, purpose }: Told,
): Promise<void> => appendEvent(tx, { name, topics: [], data: { payment, booking, purpose } });

/** For other modules: a refund came to its end. */
export const tellRefund = (
  tx: Tx,
  name: 'payment.refunded' | 'payment.refund-failed',
  refund: string,
  { id: payment, booking, purpose }: Told,
): Promise<void> => appendEvent(tx, { name, topics: [], data: { refund, payment, booking, purpose } });

/** For people: their own payment, and all of them for admins. */
export const tellChanged = (tx: Tx, payment: Told, status: PaymentStatus): Promise<void> =>
  appendEvent(tx, {
    name: 'payment.changed',
    topics: [paymentTopics.person(payment.uid), paymentTopics.money],
    data: { payment: payment.id, booking: payment.booking, status },
  });
