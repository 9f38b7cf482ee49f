// Paystack adapter: a hosted page by redirect, amounts in subunits, webhooks signed with HMAC-SHA512 of their bytes.
import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import {
  type CheckoutOrder,
  type PaymentKey,
  type PaymentProvider,
  PaymentRefusedError,
  PaymentSignatureError,
  PaymentUnavailableError,
  type ProviderPayment,
  type ProviderPaymentStatus,
  type ProviderRefund,
  type ProviderRequest,
  type RefundOrder,
  type WebhookReading,
} from '../../../ports/payments.ts';
import { emailOf } from '../buyer-email.ts';
import { createOneAtATime } from '../one-at-a-time.ts';
import { definePaymentAdapter } from '../payment-adapter.ts';
import { fromProviderUnits, toProviderUnits } from '../provider-money.ts';
import { assertSignature, parseSigned } from '../signature.ts';
import {
  createPaystackApi,
  idSchema,
  type PaystackApi,
  type PaystackDispute,
  type PaystackRefund,
  type PaystackTransaction,
  transactionSchema,
  unitsSchema,
} from './client.ts';

/** https://github.com/PaystackOSS/openapi, schema Currency; all have two decimals. */
const CURRENCIES = ['NGN', 'GHS', 'ZAR', 'KES', 'USD'] as const;

const eventSchema = z.object({ event: z.string(), data: z.unknown() });
const refundEventSchema = z.object({
  transaction_reference: z.string(),
  refund_reference: z.string().nullish(),
  amount: unitsSchema,
});

const disputeEventSchema = z.object({
  id: idSchema,
  resolution: z.string().nullish(),
  refund_amount: unitsSchema.nullish(),
  transaction: z.object({ reference: z.string() }),
});

/** https://paystack.com/docs/payments/verify-payments/#transaction-statuses */
const STATUSES: Readonly<Record<string, ProviderPaymentStatus>> = {
  success: 'captured',
  failed: 'failed',
  /** Also the status of a transaction before its first attempt, so it can still be paid. */
  abandoned: 'open',
  ongoing: 'open',
  pending: 'pending',
  processing: 'pending',
  queued: 'pending',
  reversed: 'refunded',
};

/** Throws PaymentUnavailableError for an undocumented status, because its meaning for the money is unknown. */
function statusOf({ status }: PaystackTransaction): ProviderPaymentStatus {
  const known = STATUSES[status];
  if (!known) throw new PaymentUnavailableError(`Paystack says that a transaction is ${status}`);
  return known;
}

/** Amount that the merchant requested. When buyers bear the fees, Paystack's `amount` includes them. */
const paidUnits = ({ amount, requested_amount: asked, fees }: PaystackTransaction): number =>
  asked != null && fees != null && asked + fees === amount ? asked : amount;

/** `unlisted`: units that were returned without a refund in the list. */
function reportOf(
  transaction: PaystackTransaction,
  refunds: readonly PaystackRefund[] | null,
  unlisted = 0,
): ProviderPayment {
  const { currency } = transaction;
  const listed = refunds
    ?.filter(({ status }) => status === 'processed')
    .reduce((sum, refund) => sum + refund.amount, 0);
  const back = listed === undefined ? undefined : listed + unlisted;
  const isAllBack = back != null && back > 0 && back >= paidUnits(transaction);
  const status = isAllBack ? 'refunded' : statusOf(transaction);
  return {
    status,
    payment: transaction.reference,
    providerRef: transaction.id,
    amount: fromProviderUnits(paidUnits(transaction), currency),
    refunded: back == null ? null : fromProviderUnits(back, currency),
    reason: status === 'failed' ? (transaction.gateway_response ?? transaction.status) : null,
  };
}

const isAccepted = ({ resolution }: PaystackDispute): boolean => resolution?.endsWith('accepted') ?? false;

/**
 * Units that accepted disputes have returned to the buyer without a refund in the list. Throws PaymentUnavailableError
 * for an accepted dispute without an amount.
 */
const unlistedUnits = (disputes: readonly PaystackDispute[], refunds: readonly PaystackRefund[]): number =>
  disputes
    .filter(isAccepted)
    .filter(({ id }) => !refunds.some(({ dispute, status }) => dispute === id && status === 'processed'))
    .reduce((sum, { refund_amount: amount }) => {
      if (amount == null)
        throw new PaymentUnavailableError('Paystack reports an accepted dispute without its amount');
      return sum + amount;
    }, 0);

const nothing = (status: 'open' | 'unknown', key: PaymentKey): ProviderPayment => ({
  status,
  payment: status === 'open' ? key.payment : null,
  providerRef: null,
  amount: null,
  refunded: null,
  reason: null,
});

function initializationOf(order: CheckoutOrder) {
  const { buyer } = order;
  const units = toProviderUnits(order.amount);
  if (units <= 0) throw new PaymentRefusedError('Paystack takes amounts above zero only');
  return {
    email: emailOf(order),
    amount: units,
    currency: order.amount.currency,
    reference: order.payment,
    callback_url: order.returnUrl,
    metadata: {
      cancel_action: order.cancelUrl,
      custom_fields: [
        { display_name: 'Product', variable_name: 'product_name', value: order.product_name },
        { display_name: 'Name', variable_name: 'name', value: `${buyer.first_name} ${buyer.last_name}` },
        { display_name: 'Mobile number', variable_name: 'mobile_no', value: buyer.mobile_no },
      ],
    },
  };
}

function refundOf({ id, status }: PaystackRefund): ProviderRefund {
  if (status === 'processed') return { status: 'done', refundRef: id, reason: null };
  if (status === 'failed')
    return { status: 'failed', refundRef: id, reason: 'Paystack could not pay it back' };
  return { status: 'pending', refundRef: id, reason: null };
}

/** Paystack has no idempotency keys, so a refund is recognised by our id at the start of the merchant's note. */
async function refundOnce(api: PaystackApi, order: RefundOrder): Promise<ProviderRefund> {
  const transaction = await api.verify(order.payment);
  if (!transaction) throw new PaymentRefusedError(`Paystack knows no transaction ${order.payment}`);
  const refunds = await api.refundsOf(transaction.id);
  const made = refunds.find(({ merchant_note: note }) => note?.startsWith(order.refund));
  if (made) return refundOf(made);
  return refundOf(
    await api.refund({
      transaction: transaction.id,
      amount: toProviderUnits(order.back),
      currency: order.back.currency,
      customer_note: order.reason,
      merchant_note: `${order.refund} ${order.reason}`,
    }),
  );
}

/**
 * Throws for a signed event that does not have the documented schema, so that it is delivered again and can be
 * examined.
 */
function parseEvent<T>(data: unknown, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(data);
  if (!parsed.success)
    throw new PaymentUnavailableError(`Paystack sent something else: ${parsed.error.message}`);
  return parsed.data;
}

const digestOf = (body: Buffer) => createHash('sha256').update(body).digest('hex').slice(0, 32);

export const paystackAdapter = definePaymentAdapter({
  name: 'paystack',
  variables: z.object({
    PAYSTACK_SECRET_KEY: z.string().min(1),
    PAYSTACK_API_URL: z.url().default('https://api.paystack.co'),
  }),
  create(variables): PaymentProvider {
    const secretKey = variables.PAYSTACK_SECRET_KEY;
    const api = createPaystackApi({ url: variables.PAYSTACK_API_URL, secretKey });
    const oneAtATime = createOneAtATime();

    /**
     * The state of a paid transaction. A dispute that was accepted, by the merchant or for lack of an answer, returns
     * its amount to the buyer; its refund may be missing in the list. `ofEvent`: a dispute of an event, which the list
     * may not have yet.
     */
    async function reportPaid(
      transaction: PaystackTransaction,
      ofEvent: PaystackDispute | null = null,
    ): Promise<ProviderPayment> {
      const refunds = await api.refundsOf(transaction.id);
      const listed = await api.disputesOf(transaction.id);
      const disputes = ofEvent === null ? listed : [...listed.filter(({ id }) => id !== ofEvent.id), ofEvent];
      return reportOf(transaction, refunds, unlistedUnits(disputes, refunds));
    }

    async function query(key: PaymentKey): Promise<ProviderPayment> {
      const transaction = await api.verify(key.payment);
      if (!transaction) return nothing('unknown', key);
      const isPaid = ['success', 'reversed'].includes(transaction.status);
      return isPaid ? reportPaid(transaction) : reportOf(transaction, null);
    }

    async function readRefundEvent(event: string, data: unknown): Promise<WebhookReading> {
      const change = parseEvent(data, refundEventSchema);
      const { transaction_reference: payment, refund_reference: refund, amount } = change;
      const transaction = await api.verify(payment);
      const eventId = `${event}:${payment}:${refund ?? amount}`;
      if (!transaction) return { kind: 'ignored', eventId, event };
      return { kind: 'payment', eventId, report: await reportPaid(transaction) };
    }

    async function readDisputeEvent(event: string, data: unknown): Promise<WebhookReading> {
      const { transaction: of, ...dispute } = parseEvent(data, disputeEventSchema);
      const eventId = `${event}:${dispute.id}:${dispute.resolution}`;
      const transaction = isAccepted(dispute) ? await api.verify(of.reference) : null;
      if (!transaction) return { kind: 'ignored', eventId, event };
      return { kind: 'payment', eventId, report: await reportPaid(transaction, dispute) };
    }

    return {
      name: 'paystack',
      currencies: CURRENCIES,
      async createCheckout(order) {
        const { authorization_url: url } = await api.initialize(initializationOf(order));
        return { kind: 'redirect', providerRef: null, url };
      },
      async readReturn({ query: brought }, key) {
        const reference = brought.get('reference') ?? brought.get('trxref');
        if (reference !== null && reference !== key.payment)
          throw new PaymentSignatureError('The return is of another payment');
        const report = await query(key);
        return report.status === 'unknown' ? nothing('open', key) : report;
      },
      async readWebhook({ headers, body }: ProviderRequest) {
        const expected = createHmac('sha512', secretKey).update(body).digest('hex');
        assertSignature(headers['x-paystack-signature'], expected);
        const { event, data } = parseEvent(parseSigned(body), eventSchema);
        if (event === 'charge.success') {
          const transaction = parseEvent(data, transactionSchema);
          return {
            kind: 'payment',
            eventId: `${event}:${transaction.id}`,
            report: reportOf(transaction, null),
          };
        }
        if (event === 'refund.processed' || event === 'refund.failed') return readRefundEvent(event, data);
        if (event === 'charge.dispute.resolve') return readDisputeEvent(event, data);
        return { kind: 'ignored', eventId: `${event}:${digestOf(body)}`, event };
      },
      query,
      refund: (order) => oneAtATime(order.payment, () => refundOnce(api, order)),
    };
  },
});
