// Payfast adapter: a signed form opens the payment, and a notification, confirmed by Payfast, reports it as paid.
// https://developers.payfast.co.za/docs (custom integration)
import { z } from 'zod';
import {
  type CheckoutOrder,
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
import { callProvider } from '../call-provider.ts';
import { earlierRefunds } from '../earlier-refunds.ts';
import { createOneAtATime } from '../one-at-a-time.ts';
import { definePaymentAdapter } from '../payment-adapter.ts';
import { fromProviderText, fromProviderUnits, toProviderText, toProviderUnits } from '../provider-money.ts';
import { fieldOf, readForm } from '../signed-form.ts';
import { createPayfastApi, type PayfastApi, type PayfastRefundable } from './client.ts';
import { payfastSignature, payfastText, verifyNotification } from './signature.ts';
import type { HistoryRow } from './transaction-history.ts';

const variables = z.object({
  PAYFAST_MERCHANT_ID: z.string().regex(/^\d+$/, 'The merchant id is a number'),
  PAYFAST_MERCHANT_KEY: z.string().min(1),
  /** Required, because the API answers only accounts with a passphrase. */
  PAYFAST_PASSPHRASE: z.string().min(1),
  /** Base URL; https://sandbox.payfast.co.za for the sandbox. */
  PAYFAST_URL: z.url().default('https://www.payfast.co.za'),
  PAYFAST_API_URL: z.url().default('https://api.payfast.co.za'),
  /** true: the API uses the sandbox. */
  PAYFAST_TESTING: z.enum(['true', 'false']).default('false'),
});

const CURRENCY = 'ZAR';
/** Days searched for the payment when the buyer returns: it was paid today or, around midnight, yesterday. */
const RETURN_DAYS = 1;
const QUERY_DAYS = 30;

const cut = (text: string, length: number) => [...text.trim()].slice(0, length).join('').trim();

/** A South African number in national format; '' for others, which Payfast does not accept. */
const cellNumber = (mobile: string) => (/^\+27\d{9}$/.test(mobile) ? `0${mobile.slice(3)}` : '');

function reportOf(row: Pick<HistoryRow, 'providerRef'>, found: PayfastRefundable): ProviderPayment {
  const { amount_original: all, amount_available_for_refund: left, status } = found;
  // In other states nothing is available for a refund, which does not show how much was refunded.
  const gone = status === 'COMPLETED' ? all : status === 'REFUNDABLE' ? all - left : null;
  return {
    status: gone === all ? 'refunded' : 'captured',
    payment: null,
    providerRef: row.providerRef,
    amount: fromProviderUnits(all, CURRENCY),
    refunded: gone === null ? null : fromProviderUnits(gone, CURRENCY),
    reason: null,
  };
}

/** Queries the payment by Payfast's id, or by our id while Payfast has not assigned an id. */
async function queryPayment(api: PayfastApi, key: PaymentKey, days: number): Promise<ProviderPayment> {
  if (key.providerRef !== null) {
    const found = await api.findRefundable(key.providerRef);
    if (found) return reportOf({ providerRef: key.providerRef }, found);
  }
  const { payment } = key;
  const row = await api.findReceived(payment, days);
  if (!row)
    return { status: 'unknown', payment, providerRef: null, amount: null, refunded: null, reason: null };
  const found = await api.findRefundable(row.providerRef);
  if (found) return { ...reportOf(row, found), payment };
  const amount = fromProviderText(row.gross, row.currency);
  return { status: 'captured', payment, providerRef: row.providerRef, amount, refunded: null, reason: null };
}

/** Reason why a refund cannot be requested, or null: the API can only refund to the source of the payment. */
function refundBlockerOf(found: PayfastRefundable, back: number): string | null {
  if (found.status !== 'REFUNDABLE') return found.errors?.join(', ') || 'Payfast can pay nothing back';
  if (back > found.amount_available_for_refund) return 'More than is left of the payment';
  const isAll = back === found.amount_original;
  const how = (isAll ? found.refund_full : found.refund_partial)?.method;
  if (how === 'BANK_PAYOUT') return "Payfast asks for the buyer's bank account: pay it back in its dashboard";
  return how === 'PAYMENT_SOURCE' ? null : 'Payfast cannot pay this amount back';
}

/**
 * Payfast accepts no idempotency key for a refund and lists only amounts. A listed refund of the same amount counts as
 * this one, since paying twice is worse than a manual check; unless all listed refunds are known to be different ones.
 */
async function makeRefund(api: PayfastApi, order: RefundOrder): Promise<ProviderRefund> {
  if (order.back.currency !== CURRENCY) throw new PaymentRefusedError('Payfast pays back rand only');
  const back = toProviderUnits(order.back);
  const providerRef = order.providerRef ?? (await api.findReceived(order.payment, QUERY_DAYS))?.providerRef;
  const found = providerRef ? await api.findRefundable(providerRef) : null;
  if (!providerRef || !found) throw new PaymentRefusedError('Payfast knows no such payment to refund');
  const isUntouched =
    found.status === 'REFUNDABLE' && found.amount_available_for_refund === found.amount_original;
  if (!isUntouched && earlierRefunds(await api.listRefunds(providerRef), (units) => units, order).length > 0)
    return { status: 'done', refundRef: null, reason: null };
  const hindrance = refundBlockerOf(found, back);
  if (hindrance !== null) return { status: 'failed', refundRef: null, reason: hindrance };
  const reason = await api.makeRefund(providerRef, back, cut(order.reason, 255).padEnd(3, '.'));
  return { status: reason === null ? 'done' : 'failed', refundRef: null, reason };
}

function createPayfast(settings: z.output<typeof variables>, api: PayfastApi): PaymentProvider {
  const { PAYFAST_MERCHANT_ID: merchantId, PAYFAST_PASSPHRASE: passphrase } = settings;
  const base = settings.PAYFAST_URL.replace(/\/+$/, '');
  const oneAtATime = createOneAtATime();

  /** The fields in the documentation's order, in which they are signed; empty ones are not sent. */
  function fieldsOf({ buyer, ...order }: CheckoutOrder): [string, string][] {
    const fields: [string, string][] = [
      ['merchant_id', merchantId],
      ['merchant_key', settings.PAYFAST_MERCHANT_KEY],
      ['return_url', order.returnUrl],
      ['cancel_url', order.cancelUrl],
      ['notify_url', order.webhookUrl],
      ['name_first', cut(buyer.first_name, 100)],
      ['name_last', cut(buyer.last_name, 100)],
      ['email_address', cut(buyer.email, 100)],
      ['cell_number', cellNumber(buyer.mobile_no)],
      ['m_payment_id', order.payment],
      ['amount', toProviderText(order.amount)],
      ['item_name', cut(order.product_name, 100)],
    ];
    return fields.filter(([, value]) => value !== '');
  }

  /** Lets Payfast confirm that it sent the notification; throws PaymentSignatureError when it did not. */
  async function confirm(text: string): Promise<void> {
    const answer = await callProvider({
      method: 'POST',
      url: `${base}/eng/query/validate`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/plain' },
      body: text,
    });
    const verdict = answer.text.trim();
    if (verdict === 'INVALID') throw new PaymentSignatureError('Payfast did not send this');
    if (verdict !== 'VALID' || answer.status >= 300)
      throw new PaymentUnavailableError(`Payfast did not confirm: ${answer.status}`);
  }

  async function readWebhook(request: ProviderRequest): Promise<WebhookReading> {
    const signed = verifyNotification(readForm({ ...request, method: 'POST' }), passphrase);
    const form = new Map(signed);
    if (fieldOf(form, 'merchant_id') !== merchantId)
      throw new PaymentSignatureError('It is for another merchant');
    const status = fieldOf(form, 'payment_status');
    const providerRef = fieldOf(form, 'pf_payment_id');
    await confirm(payfastText(signed));
    const eventId = `${providerRef}:${status}`;
    if (status !== 'COMPLETE') return { kind: 'ignored', eventId, event: status };
    const report: ProviderPayment = {
      status: 'captured',
      payment: form.get('m_payment_id') || null,
      providerRef,
      amount: fromProviderText(fieldOf(form, 'amount_gross'), CURRENCY),
      refunded: null,
      reason: null,
    };
    return { kind: 'payment', eventId, report };
  }

  return {
    name: 'payfast',
    currencies: [CURRENCY],
    async createCheckout(order) {
      if (order.amount.currency !== CURRENCY)
        throw new PaymentRefusedError(`Payfast takes no ${order.amount.currency}`);
      const fields = fieldsOf(order);
      const signature = payfastSignature(fields, passphrase);
      return {
        kind: 'form',
        providerRef: null,
        action: `${base}/eng/process`,
        fields: { ...Object.fromEntries(fields), signature },
      };
    },
    /** The browser brings no data, so the payment is queried at Payfast. */
    async readReturn(_request, key) {
      const report = await queryPayment(api, key, RETURN_DAYS);
      return report.status === 'unknown' ? { ...report, status: 'open' } : report;
    },
    readWebhook,
    query: (key) => queryPayment(api, key, QUERY_DAYS),
    refund: (order) => oneAtATime(order.payment, () => makeRefund(api, order)),
  };
}

export const payfastAdapter = definePaymentAdapter({
  name: 'payfast',
  variables,
  create: (settings, { clock }) =>
    createPayfast(
      settings,
      createPayfastApi(
        {
          merchantId: settings.PAYFAST_MERCHANT_ID,
          passphrase: settings.PAYFAST_PASSPHRASE,
          apiUrl: settings.PAYFAST_API_URL,
          isTesting: settings.PAYFAST_TESTING === 'true',
        },
        clock,
      ),
    ),
});
