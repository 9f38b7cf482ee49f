// LiqPay adapter: a self-submitting form to its page, signed callbacks, and its status call as the source of truth.
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
  type ProviderRequest,
  type WebhookReading,
} from '../../../ports/payments.ts';
import { createOneAtATime } from '../one-at-a-time.ts';
import { definePaymentAdapter } from '../payment-adapter.ts';
import { fromProviderText, fromProviderUnits, toProviderText, toProviderUnits } from '../provider-money.ts';
import { createLiqpayApi, type LiqpayPayment, paymentSchema, VERSION } from './client.ts';
import { refundedAmountOf, refundOnce } from './refund-once.ts';
import { openEnvelope, sealed } from './signature.ts';

/** https://www.liqpay.ua/en/doc/api/internet_acquiring/checkout */
const CURRENCIES = ['UAH', 'USD', 'EUR'] as const;
const MAX_DESCRIPTION_LENGTH = 255;
/** Keys of LiqPay's test mode, in which successful payments get the status `sandbox`. */
const TEST_KEY = /^sandbox_/;

/** https://www.liqpay.ua/en/doc/api/callback, the table of statuses; `sandbox` is handled separately below. */
const STATUSES: Readonly<Record<string, ProviderPaymentStatus>> = {
  success: 'captured',
  wait_compensation: 'captured',
  wait_reserve: 'captured',
  reversed: 'refunded',
  failure: 'failed',
  error: 'failed',
  processing: 'pending',
  wait_secure: 'pending',
  wait_accept: 'pending',
  wait_lc: 'pending',
  wait_card: 'pending',
  hold_wait: 'pending',
  prepared: 'open',
  try_again: 'open',
  invoice_wait: 'open',
  cash_wait: 'open',
  wait_qr: 'open',
  wait_sender: 'open',
};

/** Throws PaymentUnavailableError for an undocumented status, because its meaning for the money is unknown. */
function statusOf(payment: LiqpayPayment, publicKey: string): ProviderPaymentStatus {
  const { status } = payment;
  if (status === 'sandbox') return TEST_KEY.test(publicKey) ? 'captured' : 'failed';
  const known = STATUSES[status] ?? (status.endsWith('_verify') ? 'open' : undefined);
  if (!known) throw new PaymentUnavailableError(`LiqPay says that a payment is ${status}`);
  if (known !== 'captured' && known !== 'refunded') return known;
  const paid = toProviderUnits({ value: String(payment.amount), currency: payment.currency });
  const back = refundedAmountOf(payment) ?? 0;
  return back > 0 && back >= paid ? 'refunded' : 'captured';
}

function reportOf(payment: LiqpayPayment, publicKey: string): ProviderPayment {
  const { currency } = payment;
  const status = statusOf(payment, publicKey);
  const back = refundedAmountOf(payment);
  const why = [payment.err_code, payment.err_description].filter(Boolean).join(': ');
  return {
    status,
    payment: payment.order_id,
    providerRef: payment.payment_id,
    amount: fromProviderText(payment.amount, currency),
    refunded: back === null ? null : fromProviderUnits(back, currency),
    reason: status === 'failed' ? why || payment.status : null,
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

function contentOf(order: CheckoutOrder, publicKey: string) {
  const { currency } = order.amount;
  if (!CURRENCIES.some((taken) => taken === currency))
    throw new PaymentRefusedError(`LiqPay takes no ${currency}`);
  const amount = Number(toProviderText(order.amount));
  if (amount <= 0) throw new PaymentRefusedError('LiqPay takes amounts above zero only');
  return {
    version: VERSION,
    public_key: publicKey,
    action: 'pay',
    amount,
    currency,
    description: order.product_name.slice(0, MAX_DESCRIPTION_LENGTH),
    order_id: order.payment,
    language: order.locale.toLowerCase().startsWith('uk') ? 'uk' : 'en',
    result_url: order.returnUrl,
    server_url: order.webhookUrl,
  };
}

const callbackSchema = z.object({ action: z.string(), public_key: z.string() });

function readCallback(request: ProviderRequest, keys: { publicKey: string; privateKey: string }) {
  const json = openEnvelope(request, keys.privateKey);
  const callback = callbackSchema.safeParse(json);
  if (!callback.success) throw new PaymentUnavailableError('LiqPay sent something else');
  if (callback.data.public_key !== keys.publicKey)
    throw new PaymentSignatureError('The callback is for another merchant');
  return { action: callback.data.action, json };
}

export const liqpayAdapter = definePaymentAdapter({
  name: 'liqpay',
  variables: z.object({
    LIQPAY_PUBLIC_KEY: z.string().min(1),
    LIQPAY_PRIVATE_KEY: z.string().min(1),
    LIQPAY_API_URL: z.url().default('https://www.liqpay.ua/api'),
  }),
  create(variables): PaymentProvider {
    const keys = { publicKey: variables.LIQPAY_PUBLIC_KEY, privateKey: variables.LIQPAY_PRIVATE_KEY };
    const api = createLiqpayApi({ ...keys, url: variables.LIQPAY_API_URL });
    const oneAtATime = createOneAtATime();

    async function query(key: PaymentKey): Promise<ProviderPayment> {
      const payment = await api.status(key.payment);
      return payment ? reportOf(payment, keys.publicKey) : nothing('unknown', key);
    }

    return {
      name: 'liqpay',
      currencies: CURRENCIES,
      async createCheckout(order) {
        const fields = { ...sealed(contentOf(order, keys.publicKey), keys.privateKey) };
        return { kind: 'form', providerRef: null, action: `${variables.LIQPAY_API_URL}/3/checkout`, fields };
      },
      /** The browser brings no trusted data, so the order is queried at LiqPay. */
      async readReturn(_request, key) {
        const report = await query(key);
        return report.status === 'unknown' ? nothing('open', key) : report;
      },
      async readWebhook(request): Promise<WebhookReading> {
        const { action, json } = readCallback(request, keys);
        const payment = paymentSchema.safeParse(json);
        if (!payment.success) throw new PaymentUnavailableError('LiqPay sent something else');
        const { payment_id: id, status, refund_amount: back } = payment.data;
        const eventId = `${id}:${status}:${back ?? 0}`;
        if (action !== 'pay') return { kind: 'ignored', eventId: `${action}:${eventId}`, event: action };
        return { kind: 'payment', eventId, report: reportOf(payment.data, keys.publicKey) };
      },
      query,
      refund: (order) => oneAtATime(order.payment, () => refundOnce(api, order)),
    };
  },
});
