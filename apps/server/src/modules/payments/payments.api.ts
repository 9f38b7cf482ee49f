// The interface of payments for other modules: captures and refunds of bookings.
import type { PaymentForm, PaymentView } from '@kerb/contract';
import { type Minor, subtract, toMajor } from '@kerb/domain/kernel';
import type { ProviderName } from '@kerb/domain/payment';
import type { Actor, Tx } from '../../kit/index.ts';
import { createOpenTip } from './orders.ts';
import type { PaymentsDeps } from './payments.deps.ts';
import { presentPayment } from './payments.presenter.ts';
import { type PaymentRecord, paymentsRepository, paymentsWriter } from './payments.repository.ts';
import type { RefundRow } from './payments.tables.ts';
import { createRequestRefund } from './refund-payment.ts';
import { refundsRepository } from './refunds.repository.ts';

/** Maximum number of payment attempts that are read for one booking or one account. */
const MOST = 10_000;

export interface PaymentsApi {
  /**
   * The amount that a provider captured as requested, minus refunds that are done or in progress; null without a
   * capture, and for a held payment. With `tx` it cannot change until the transaction ends.
   */
  captureOf(
    payment: string,
    tx?: Tx,
  ): Promise<{
    payment: string;
    /** uid of the payer. */
    uid: string;
    booking: string | null;
    provider: ProviderName;
    amount: Minor;
  } | null>;
  /**
   * Requests a refund, idempotent by refund id; payment.refunded or payment.refund-failed reports the result. Throws
   * `not_found`, `refund_too_large`, and `transition_not_allowed` for a payment without captured money for a booking.
   */
  refund(tx: Tx, order: { refund: string; payment: string; amount: Minor; reason: string }): Promise<void>;
  /**
   * Refunds that the operator made in the provider's console, oldest first; no other one is added until the transaction
   * ends.
   */
  elsewhereOf(tx: Tx, payment: string): Promise<{ refund: string; amount: Minor; reason: string }[]>;
  /**
   * The form to post to a provider for a tip by card. After the capture the amount is in the rider's wallet, and
   * payment.captured with the purpose `tip` reports it. Throws `no_provider_found`.
   */
  openTip(actor: Actor, tip: { booking: string; amount: Minor }): Promise<PaymentForm>;
  /** Every attempt to pay for a booking by card, tips excluded, newest first. */
  ofBooking(booking: string): Promise<PaymentView[]>;
  /** Whether a payment of the booking is in progress, waits for an admin, or was captured and is not processed yet. */
  mayStillPay(booking: string): Promise<boolean>;
  /** Payments of a booking that are in progress at their provider and may still be captured. */
  openOf(booking: string): Promise<PaymentView[]>;
  /** Payments that wait for an admin's decision. */
  heldCount(): Promise<number>;
  /** Whether an amount in the operator's currency is stored: of a top-up, or of a payment with or awaiting a capture. */
  hasOrders(tx: Tx): Promise<boolean>;
  /** A user's payments for their personal data export. */
  exportOf(uid: string): Promise<Record<string, unknown>[]>;
  /** Deletes the personal data that was sent to providers; the payments stay, as the ledger does. */
  erasePerson(tx: Tx, uid: string): Promise<void>;
}

/** A payment for its payer's data export, with the reasons of decisions and refunds. */
function exportPayment(payment: PaymentRecord, refunds: readonly RefundRow[]): Record<string, unknown> {
  return {
    id: payment.id,
    date: payment.created_at,
    provider: payment.provider,
    status: payment.status,
    amount: toMajor(payment.amount, payment.decimals),
    currency: payment.currency,
    purpose: payment.purpose,
    booking: payment.booking,
    product: payment.product_name,
    reason: payment.reason,
    decidedReason: payment.decided_reason,
    refunds: refunds
      .filter((refund) => refund.payment === payment.id)
      .map(({ created_at: date, value, currency, status, reason, failure }) => ({
        date,
        value,
        currency,
        status,
        reason,
        failure,
      })),
  };
}

export function createPaymentsApi(deps: PaymentsDeps): PaymentsApi {
  const payments = paymentsRepository(deps.db);
  const ofBooking = async (booking: string) =>
    (await payments.list({ booking, limit: MOST }))
      .filter(({ purpose }) => purpose === 'booking')
      .map(presentPayment);
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
    async erasePerson(tx, uid) {
      await paymentsWriter(tx).forgetPerson(uid);
      await refundsRepository(tx).erasePerson(uid);
    },
    openTip: createOpenTip(deps),
    ofBooking,
    mayStillPay: (booking) => payments.mayStillPay(booking),
    openOf: async (booking) =>
      (await ofBooking(booking)).filter(({ status }) => status === 'open' || status === 'pending'),
    heldCount: () => payments.countHeld(),
    hasOrders: (tx) => paymentsRepository(tx).hasOrders(),
    async exportOf(uid) {
      const [all, refunds] = await Promise.all([
        payments.list({ uid, limit: MOST }),
        refundsRepository(deps.db).ofPayer(uid),
      ]);
      return all.map((payment) => exportPayment(payment, refunds));
    },
  };
}
