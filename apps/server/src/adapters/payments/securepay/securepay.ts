// SecurePay (Australia Post) adapter: its script turns a card into a token on our page, and the server pays with the
// token.
import { isIP } from 'node:net';
import { z } from 'zod';
import {
  type PaymentKey,
  type PaymentProvider,
  PaymentRefusedError,
  PaymentSignatureError,
  PaymentUnavailableError,
  type ProviderPayment,
  type ProviderRefund,
  type ProviderRequest,
  type RefundOrder,
  type WebhookReading,
} from '../../../ports/payments.ts';
import { definePaymentAdapter } from '../payment-adapter.ts';
import { fromProviderUnits, toProviderUnits } from '../provider-money.ts';
import { parseSigned } from '../signature.ts';
import { createClient, type Result, type SecurePayClient } from './client.ts';
import { pageOf } from './page.ts';

const NAME = 'securepay';
const CURRENCY = 'AUD';
/** IP address sent when no buyer's browser is involved: for refunds, and when the address is unknown. */
const NO_BROWSER = '127.0.0.1';

/** SecurePay's own text for a failed payment or refund. */
const reasonOf = ({ gatewayResponseMessage, gatewayResponseCode, errorCode, status }: Result): string =>
  [gatewayResponseMessage, gatewayResponseCode, errorCode].find((words) => !!words) ?? status;

/** Throws PaymentUnavailableError for an undocumented status, because its meaning for the money is unknown. */
function statusOf(result: Result): ProviderPayment['status'] {
  const back = result.refundedAmount ?? 0;
  if (result.status === 'paid') return back >= result.amount ? 'refunded' : 'captured';
  if (result.status === 'refunded') return 'refunded';
  if (result.status === 'failed') return 'failed';
  if (result.status === 'unknown' || result.status === 'pending') return 'pending';
  throw new PaymentUnavailableError(`SecurePay says that a payment is ${result.status}`);
}

function reportOf(result: Result): ProviderPayment {
  const status = statusOf(result);
  const currency = result.currency || CURRENCY;
  return {
    status,
    payment: result.orderId,
    providerRef: result.orderId,
    amount: fromProviderUnits(result.amount, currency),
    refunded: fromProviderUnits(result.refundedAmount ?? 0, currency),
    reason: status === 'failed' ? reasonOf(result) : null,
  };
}

const without = (status: 'open' | 'failed' | 'unknown', key: PaymentKey, reason: string | null) => ({
  status,
  payment: status === 'unknown' ? null : key.payment,
  providerRef: null,
  amount: null,
  refunded: null,
  reason,
});

const returnSchema = z.object({ token: z.string().min(1).max(500), ip: z.string().optional() });

function readForm(request: ProviderRequest): { token: string; ip: string } | null {
  if (request.method !== 'POST') return null;
  const fields = Object.fromEntries(new URLSearchParams(request.body.toString('utf8')));
  const parsed = returnSchema.safeParse(fields);
  if (!parsed.success) return null;
  const { token, ip = '' } = parsed.data;
  return { token, ip: isIP(ip) ? ip : NO_BROWSER };
}

const hintSchema = z.object({ orderId: z.uuid() });
const noticeSchema = z.union([hintSchema, z.object({ data: hintSchema }).transform(({ data }) => data)]);

function createSecurePay(
  client: SecurePayClient,
  page: { readonly scriptUrl: string; readonly clientId: string; readonly merchantCode: string },
): PaymentProvider {
  async function query(key: PaymentKey): Promise<ProviderPayment> {
    const order = await client.getOrder(key.payment);
    return order ? reportOf(order) : without('unknown', key, null);
  }

  /** Pays once, for any number of posts: the payment's id is the idempotency key, regardless of the token. */
  async function readReturn(request: ProviderRequest, key: PaymentKey): Promise<ProviderPayment> {
    const form = readForm(request);
    const { result, refusal } = form
      ? await client.createPayment(key.payment, toProviderUnits(key.amount), form.token, form.ip)
      : { result: null, refusal: null };
    if (result) return reportOf(result);
    // Only this token may have been rejected; an earlier one may have paid.
    const known = await query(key);
    if (known.status !== 'unknown') return known;
    return refusal === null ? without('open', key, null) : without('failed', key, refusal);
  }

  /**
   * The content of a notification is not trusted: it only identifies an order, whose state is queried. Anyone can send
   * one, so an order that is not ours causes no call.
   */
  async function readWebhook(
    request: ProviderRequest,
    isOurs: (payment: string) => Promise<boolean> = async () => false,
  ): Promise<WebhookReading> {
    const notice = noticeSchema.safeParse(parseSigned(request.body));
    if (!notice.success) throw new PaymentSignatureError('This names no order');
    const { orderId } = notice.data;
    if (!(await isOurs(orderId))) return { kind: 'ignored', eventId: orderId, event: 'order of others' };
    const order = await client.getOrder(orderId);
    if (!order) throw new PaymentSignatureError('SecurePay knows no such order');
    const eventId = [order.orderId, order.status, order.refundedAmount ?? 0].join(':');
    return { kind: 'payment', eventId, report: reportOf(order) };
  }

  async function refund(order: RefundOrder): Promise<ProviderRefund> {
    const back = toProviderUnits(order.back);
    const { result, refusal } = await client.createRefund(order.payment, back, order.refund, NO_BROWSER);
    if (!result) return { status: 'failed', refundRef: null, reason: refusal };
    const status = statusOf(result);
    if (status === 'failed') return { status, refundRef: null, reason: reasonOf(result) };
    const refundRef = result.bankTransactionId ?? order.refund;
    return { status: status === 'pending' ? 'pending' : 'done', refundRef, reason: null };
  }

  return {
    name: NAME,
    currencies: [CURRENCY],
    async createCheckout(order) {
      if (order.amount.currency !== CURRENCY)
        throw new PaymentRefusedError(`SecurePay takes no ${order.amount.currency}`);
      if (toProviderUnits(order.amount) < 1) throw new PaymentRefusedError('There is nothing to pay');
      return { kind: 'page', providerRef: null, page: pageOf({ ...page, ip: order.buyer.ip }) };
    },
    readReturn,
    readWebhook,
    query,
    refund,
  };
}

const API_URL = 'https://payments.auspost.net.au';

export const securepayAdapter = definePaymentAdapter({
  name: NAME,
  variables: z.object({
    SECUREPAY_CLIENT_ID: z.string().min(1),
    SECUREPAY_CLIENT_SECRET: z.string().min(1),
    SECUREPAY_MERCHANT_CODE: z.string().min(1),
    SECUREPAY_API_URL: z.url().default(API_URL),
    SECUREPAY_AUTH_URL: z.url().default('https://welcome.api2.auspost.com.au/oauth/token'),
    SECUREPAY_SCRIPT_URL: z.url().default(`${API_URL}/v3/ui/client/securepay-ui.min.js`),
  }),
  create: (variables, { clock }) => {
    const clientId = variables.SECUREPAY_CLIENT_ID;
    const merchantCode = variables.SECUREPAY_MERCHANT_CODE;
    const client = createClient({
      apiUrl: variables.SECUREPAY_API_URL.replace(/\/$/, ''),
      authUrl: variables.SECUREPAY_AUTH_URL,
      clientSecret: variables.SECUREPAY_CLIENT_SECRET,
      clientId,
      merchantCode,
      now: () => clock.now(),
    });
    return createSecurePay(client, { scriptUrl: variables.SECUREPAY_SCRIPT_URL, clientId, merchantCode });
  },
});
