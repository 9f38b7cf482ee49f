// What other modules may ask of payments: what was captured for a booking, and to have it paid back.
import type { PaymentView } from '@kerb/contract';
import { type Minor, subtract, toMajor } from '@kerb/domain/kernel';
import type { ProviderName } from '@kerb/domain/payment';
import type { Tx } from '../../kit/index.ts';
import type { PaymentsDeps } from './payments.deps.ts';
import { presentPayment } from './payments.presenter.ts';
import { paymentsRepository, paymentsWriter } from './payments.repository.ts';
import { createRequestRefund } from './refund-payment.ts';
import { refundsRepository } from './refunds.repository.ts';

/** More attempts than anybody makes for one booking, or in one account's life. */
const MOST = 10_000;

export interface PaymentsApi {
  /**
   * What a provider captured as asked, less what is back or on its way back; null while nothing was captured, and for
   * what is held. With `tx` it stays so until the transaction ends.
   */
  captureOf(
    payment: string,
    tx?: Tx,
  ): Promise<{
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
  /**
   * What a provider has paid back of a payment without being asked here, oldest first; there is no more of it until
   * the transaction ends.
   */
  elsewhereOf(tx: Tx, payment: string): Promise<{ refund: string; amount: Minor; reason: string }[]>;
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
    async captureOf(id, tx) {
      const payment = await (tx ? paymentsWriter(tx).lock(id) : payments.find(id));
      if (payment?.captured_amount == null || payment.held) return null;
      const { uid, booking, provider, captured_amount: captured, going_back: back } = payment;
      return { payment: id, uid, booking, provider, amount: subtract(captured, back) };
    },
    async elsewhereOf(tx, id) {
      await paymentsWriter(tx).lock(id);
      return (await refundsRepository(tx).ofPayment(id)).flatMap(({ id: refund, amount, reason, origin }) =>
        origin === 'elsewhere' && amount !== null ? [{ refund, amount, reason }] : [],
      );
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
