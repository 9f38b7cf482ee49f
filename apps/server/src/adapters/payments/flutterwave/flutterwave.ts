// Flutterwave Standard adapter: the buyer pays on its page, and only the transaction's state in its API is trusted.
import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import { isSameText } from '../../../kit/index.ts';
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
import { fromProviderText, toProviderText } from '../provider-money.ts';
import { parseSigned } from '../signature.ts';
import {
  createFlutterwaveApi,
  type FlutterwaveApi,
  type FlutterwaveRefund,
  type FlutterwaveTransaction,
} from './client.ts';

/** Currencies that the hosted page accepts: https://github.com/Flutterwave/PHP-v3, Util/Currency. */
const CURRENCIES = 'NGN USD UGX KES ZAR ZMW EUR GHS TZS RWF XAF XOF EGP GBP'.split(' ');
const MAX_TITLE_LENGTH = 100;

const STATUSES: Readonly<Record<string, ProviderPaymentStatus>> = {
  successful: 'captured',
  pending: 'pending',
  'success-pending-validation': 'pending',
  failed: 'failed',
  cancelled: 'failed',
};

const isTransactionId = (id: string | null | undefined): id is string => !!id && /^[1-9]\d{0,19}$/.test(id);

/** `completed`, `completed-mpgs`, `completed-bank-transfer` and similar statuses mean done. */
const refundStatus = (status: string): ProviderRefund['status'] => {
  if (/^(completed|successful)/.test(status)) return 'done';
  return status.startsWith('failed') ? 'failed' : 'pending';
};

/** Sums in integer minor units, so that the total is exact. */
const totalOf = (refunds: readonly FlutterwaveRefund[]) =>
  refunds
    .filter(({ status }) => refundStatus(status) === 'done')
    .reduce((sum, { amount_refunded: amount }) => sum + Math.round(amount * 1000), 0);

/** Throws PaymentUnavailableError for an undocumented status, because its meaning for the money is unknown. */
function reportOf(
  transaction: FlutterwaveTransaction,
  refunds: readonly FlutterwaveRefund[] | null,
): ProviderPayment {
  const { currency, amount } = transaction;
  const known = STATUSES[transaction.status];
  if (!known) throw new PaymentUnavailableError(`Flutterwave says a transaction is ${transaction.status}`);
  const back = refunds && totalOf(refunds);
  const isAllBack = back !== null && back > 0 && back >= Math.round(amount * 1000);
  return {
    status: isAllBack ? 'refunded' : known,
    payment: transaction.tx_ref,
    providerRef: transaction.id,
    amount: fromProviderText(amount, currency),
    refunded: back === null ? null : fromProviderText(back / 1000, currency),
    reason: known === 'failed' ? (transaction.processor_response ?? transaction.status) : null,
  };
}

const nothing = (status: 'open' | 'unknown', key: PaymentKey): ProviderPayment => ({
  status,
  payment: status === 'open' ? key.payment : null,
  providerRef: null,
  amount: null,
  refunded: null,
  reason: null,
});

/** https://developer.flutterwave.com/docs/checksum: SHA-256 of these four and the SHA-256 of the secret key, in hex. */
export function payloadHashOf(
  payment: { amount: number; currency: string; email: string; tx_ref: string },
  secretKey: string,
): string {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  return sha256(`${payment.amount}${payment.currency}${payment.email}${payment.tx_ref}${sha256(secretKey)}`);
}

function paymentOf(order: CheckoutOrder, secretKey: string) {
  const { buyer } = order;
  const hashed = {
    amount: Number(toProviderText(order.amount)),
    currency: order.amount.currency,
    email: emailOf(order),
    tx_ref: order.payment,
  };
  if (hashed.amount <= 0) throw new PaymentRefusedError('Flutterwave takes amounts above zero only');
  return {
    tx_ref: hashed.tx_ref,
    amount: hashed.amount,
    currency: hashed.currency,
    redirect_url: order.returnUrl,
    customer: {
      email: hashed.email,
      phonenumber: buyer.mobile_no,
      name: `${buyer.first_name} ${buyer.last_name}`.trim(),
    },
    customizations: { title: order.product_name.slice(0, MAX_TITLE_LENGTH) },
    meta: { cust_id: buyer.cust_id },
    payload_hash: payloadHashOf(hashed, secretKey),
  };
}

/**
 * The payment's transaction: the given one when it succeeded, otherwise the one found by our reference, because each
 * attempt to pay is a transaction of its own. null when there is no transaction.
 */
async function transactionOf(api: FlutterwaveApi, key: PaymentKey): Promise<FlutterwaveTransaction | null> {
  const found = isTransactionId(key.providerRef) ? await api.findById(key.providerRef) : null;
  const named = found?.tx_ref === key.payment ? found : null;
  if (named && STATUSES[named.status] === 'captured') return named;
  return (await api.findByReference(key.payment)) ?? named;
}

/** Flutterwave has no idempotency keys, so a refund is recognised by our id at the start of its comment. */
async function refundOnce(api: FlutterwaveApi, order: RefundOrder): Promise<ProviderRefund> {
  const transaction = await transactionOf(api, order);
  if (!transaction) throw new PaymentRefusedError(`Flutterwave knows no transaction of ${order.payment}`);
  const refunds = await api.refundsOf(transaction.id);
  const made = refunds.find((each) => (each.comment ?? each.comments)?.startsWith(order.refund));
  const { id, status } =
    made ??
    (await api.refund(transaction.id, {
      amount: Number(toProviderText(order.back)),
      comments: `${order.refund} ${order.reason}`,
    }));
  const outcome = refundStatus(status);
  return { status: outcome, refundRef: id, reason: outcome === 'failed' ? status : null };
}

/**
 * Webhooks carry `flutterwave-signature`, the base64 HMAC-SHA256 of the body, or `verif-hash`, the secret itself, which
 * signs nothing. The content is therefore not trusted in either case.
 */
function assertSent({ headers, body }: ProviderRequest, secretHash: string): void {
  const signature = createHmac('sha256', secretHash).update(body).digest('base64');
  const isSigned = isSameText(headers['flutterwave-signature'] ?? '', signature);
  if (!isSigned && !isSameText(headers['verif-hash'] ?? '', secretHash))
    throw new PaymentSignatureError('The webhook has neither the signature nor the secret hash');
}

const chargeSchema = z.object({ data: z.object({ id: z.int().positive(), tx_ref: z.string().min(1) }) });
const eventSchema = z.object({ event: z.string().min(1) });

async function readEvent(api: FlutterwaveApi, body: Buffer): Promise<WebhookReading> {
  const json = parseSigned(body);
  const charge = chargeSchema.safeParse(json);
  if (charge.success) {
    const { id, tx_ref: reference } = charge.data.data;
    const transaction = await api.findById(String(id));
    if (transaction?.tx_ref !== reference)
      throw new PaymentSignatureError('Flutterwave knows no such transaction of this payment');
    const eventId = `charge:${transaction.id}:${transaction.status}`;
    return { kind: 'payment', eventId, report: reportOf(transaction, null) };
  }
  const other = eventSchema.safeParse(json);
  if (!other.success || other.data.event.startsWith('charge'))
    throw new PaymentSignatureError('The webhook names no transaction to ask about');
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 32);
  return { kind: 'ignored', eventId: `${other.data.event}:${digest}`, event: other.data.event };
}

export const flutterwaveAdapter = definePaymentAdapter({
  name: 'flutterwave',
  variables: z.object({
    FLW_SECRET_KEY: z.string().min(1),
    FLW_SECRET_HASH: z.string().min(1),
    FLW_API_URL: z.url().default('https://api.flutterwave.com/v3'),
  }),
  create(variables): PaymentProvider {
    const secretKey = variables.FLW_SECRET_KEY;
    const api = createFlutterwaveApi({ url: variables.FLW_API_URL, secretKey });
    const oneAtATime = createOneAtATime();

    async function query(key: PaymentKey): Promise<ProviderPayment> {
      const transaction = await transactionOf(api, key);
      if (!transaction) return nothing('unknown', key);
      const isPaid = STATUSES[transaction.status] === 'captured';
      return reportOf(transaction, isPaid ? await api.refundsOf(transaction.id) : null);
    }

    return {
      name: 'flutterwave',
      currencies: CURRENCIES,
      async createCheckout(order) {
        const url = await api.createPayment(paymentOf(order, secretKey));
        return { kind: 'redirect', providerRef: null, url };
      },
      async readReturn({ query: brought }, key) {
        const reference = brought.get('tx_ref');
        if (reference !== null && reference !== key.payment)
          throw new PaymentSignatureError('The return is of another payment');
        const id = brought.get('transaction_id');
        const report = await query(isTransactionId(id) ? { ...key, providerRef: id } : key);
        return report.status === 'unknown' ? nothing('open', key) : report;
      },
      async readWebhook(request) {
        assertSent(request, variables.FLW_SECRET_HASH);
        return readEvent(api, request.body);
      },
      query,
      refund: (order) => oneAtATime(order.payment, () => refundOnce(api, order)),
    };
  },
});
