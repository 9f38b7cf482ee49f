// What other modules may ask of payments: what was captured for a booking, and to have it paid back.
import type { PaymentView } from '@kerb/contract';
import { type Minor, toMajor } from '@kerb/domain/kernel';
import type { ProviderName } from '@kerb/domain/payment';
import type { Tx } from '../../kit/index.ts';
import type { PaymentsDeps } from './payments.deps.ts';
import { presentPayment } from './payments.presenter.ts';
import { paymentsRepository, paymentsWriter } from './payments.repository.ts';
import { createRequestRefund } from './refund-payment.ts';

/** More attempts than anybody makes for one booking, or in one account's life. */
const MOST = 10_000;

export interface PaymentsApi {
  /** What a provider captured as asked; null while nothing was, and for what is held. */
  captureOf(payment: string): Promise<{
    payment: string;
    /** Who paid. */
    uid: string;
    booking: string | null;
    provider: ProviderName;
    amount: Minor;
  } | null>;
  /**
   * Has the provider pay back, once for each refund id; told of by payment.refunded or payment.refund-failed. Throws
   * `not_found`, `transition_not_allowed` for a payment that holds nothing for a booking, `refund_too_large`.
   */
  refund(tx: Tx, order: { refund: string; payment: string; amount: Minor; reason: string }): Promise<void>;
  /** Every attempt to pay for a booking by card, newest first. */
  ofBooking(booking: string): Promise<PaymentView[]>;
  /** Payments of a booking that are at their provider and may still bring money. */
  openOf(booking: string): Promise<PaymentView[]>;
  /** Payments that wait for an admin's decision. */
  heldCount(): Promise<number>;
  /** A person's payments, for their own export. */
  exportOf(uid: string): Promise<Record<string, unknown>[]>;
  /** The payments stay, as the ledger does; what was sent to a provider about the person does not. */
  erasePerson(tx: Tx, uid: string): Promise<void>;
}

export function createPaymentsApi(deps: PaymentsDeps): PaymentsApi {
  const payments = paymentsRepository(deps.db);
  const ofBooking = async (booking: string) =>
    (await payments.list({ booking, limit: MOST })).map(presentPayment);
  return {
    async captureOf(id) {
      const payment = await payments.find(id);
      if (payment?.captured_amount == null || payment.held) return null;
      const { uid, booking, provider, captured_amount: amount } = payment;
      return { payment: id, uid, booking, provider, amount };
    },
    refund: createRequestRefund(deps),
    erasePerson: (tx, uid) => paymentsWriter(tx).forgetPerson(uid),
    ofBooking,
    openOf: async (booking) =>
      (await ofBooking(booking)).filter(({ status }) => status === 'open' || status === 'pending'),
    heldCount: () => payments.countHeld(),
    exportOf: async (uid) =>
      (await payments.list({ uid, limit: MOST })).map((payment) => ({
        ...{ id: payment.id, date: payment.created_at, provider: payment.provider, status: payment.status },
        ...{ amount: toMajor(payment.amount, payment.decimals), currency: payment.currency },
        ...{ purpose: payment.purpose, booking: payment.booking, product: payment.product_name },
      })),
  };
}
