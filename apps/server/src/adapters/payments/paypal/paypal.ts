// PayPal adapter: the buyer approves an order on PayPal's page, the server captures it on return; webhooks, and refunds
// of the capture.
import { z } from 'zod';
import {
  type Checkout,
  type CheckoutOrder,
  type PaymentKey,
  type PaymentProvider,
  PaymentRefusedError,
  PaymentUnavailableError,
  type ProviderPayment,
  type ProviderRefund,
  type RefundOrder,
  type WebhookReading,
} from '../../../ports/payments.ts';
import { parseSuccess } from '../call-provider.ts';
import { definePaymentAdapter } from '../payment-adapter.ts';
import { createPayPalClient, issueOf, type PayPalClient } from './client.ts';
import {
  captureOf,
  type PayPalOrder,
  type PayPalRefund,
  paymentOf,
  payPalCurrencies,
  payPalOrder,
  payPalRefund,
  refundsOf,
  reportOf,
  toPayPalAmount,
} from './order.ts';
import { createPayPalWebhooks, idOf, type PayPalEvent, parentsOf } from './webhook.ts';

const UNKNOWN: ProviderPayment = {
  status: 'unknown',
  payment: null,
  providerRef: null,
  amount: null,
  refunded: null,
  reason: null,
};

/** Locale format that PayPal accepts; without a locale, its page detects one. */
const LOCALE = /^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/;
const MAX_DESCRIPTION_LENGTH = 127;
const MAX_NOTE_LENGTH = 255;

/** Issues that the buyer can fix on PayPal's page; the order stays open meanwhile. */
const WAITING_ISSUES = new Set([
  'ORDER_NOT_APPROVED',
  'INSTRUMENT_DECLINED',
  'PAYER_ACTION_REQUIRED',
  'ORDER_ALREADY_CAPTURED',
]);

async function createCheckout(payPal: PayPalClient, order: CheckoutOrder): Promise<Checkout> {
  const answer = await payPal.call({
    method: 'POST',
    path: '/v2/checkout/orders',
    requestId: order.payment,
    body: {
      intent: 'CAPTURE',
      purchase_units: [
        {
          custom_id: order.payment,
          // An account may reject a second payment with the same invoice id, which then also prevents a double payment.
          invoice_id: order.payment,
          description: order.product_name.slice(0, MAX_DESCRIPTION_LENGTH),
          amount: toPayPalAmount(order.amount),
        },
      ],
      payment_source: {
        paypal: {
          experience_context: {
            return_url: order.returnUrl,
            cancel_url: order.cancelUrl,
            user_action: 'PAY_NOW',
            shipping_preference: 'NO_SHIPPING',
            ...(LOCALE.test(order.locale) ? { locale: order.locale } : {}),
          },
        },
      },
    },
  });
  const made = parseSuccess(answer, payPalOrder);
  const page = made.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve');
  if (!page) throw new PaymentUnavailableError('PayPal opened an order without a page');
  return { kind: 'redirect', providerRef: made.id, url: page.href };
}

async function findOrder(payPal: PayPalClient, id: string): Promise<PayPalOrder | null> {
  const answer = await payPal.call({ method: 'GET', path: `/v2/checkout/orders/${encodeURIComponent(id)}` });
  return answer.status === 404 ? null : parseSuccess(answer, payPalOrder);
}

/**
 * The order of exactly this payment. PayPal cannot search by our id. Without PayPal's id there is no payment, because
 * the response with that id is also the one that sends the buyer to PayPal.
 */
async function orderOf(payPal: PayPalClient, key: PaymentKey): Promise<PayPalOrder | null> {
  const order = key.providerRef === null ? null : await findOrder(payPal, key.providerRef);
  return order && paymentOf(order) === key.payment ? order : null;
}

/** Captures an approved order once, for any number of calls; reports any other order unchanged. */
async function captured(payPal: PayPalClient, order: PayPalOrder): Promise<ProviderPayment> {
  const payment = paymentOf(order);
  if (order.status !== 'APPROVED' || payment === null || captureOf(order)) return reportOf(order);
  const path = `/v2/checkout/orders/${order.id}/capture`;
  const answer = await payPal.call({ method: 'POST', path, requestId: `capture-${payment}`, body: {} });
  const now = await findOrder(payPal, order.id);
  if (!now) throw new PaymentUnavailableError('PayPal has lost the order');
  const report = reportOf(now);
  const issue = issueOf(answer);
  const isRefused = answer.status >= 400 && !WAITING_ISSUES.has(issue) && report.status === 'open';
  return isRefused ? { ...report, status: 'failed', reason: issue } : report;
}

function refundReport({ id, status, status_details: details }: PayPalRefund): ProviderRefund {
  switch (status) {
    case 'COMPLETED':
      return { status: 'done', refundRef: id, reason: null };
    case 'PENDING':
      return { status: 'pending', refundRef: id, reason: null };
    case 'CANCELLED':
    case 'FAILED':
      return { status: 'failed', refundRef: id, reason: details?.reason ?? status };
  }
}

/**
 * Looks for the refund before making it, because PayPal remembers request ids for 45 days only, but refunds forever.
 */
async function refund(payPal: PayPalClient, order: RefundOrder): Promise<ProviderRefund> {
  const amount = toPayPalAmount(order.back);
  const paid = await orderOf(payPal, order);
  const capture = paid && captureOf(paid);
  if (!paid || !capture) throw new PaymentRefusedError('PayPal has taken no money for this payment');
  const before = refundsOf(paid).find(({ custom_id }) => custom_id === order.refund);
  if (before) return refundReport(before);
  const answer = await payPal.call({
    method: 'POST',
    path: `/v2/payments/captures/${capture.id}/refund`,
    requestId: order.refund,
    body: { amount, custom_id: order.refund, note_to_payer: order.reason.slice(0, MAX_NOTE_LENGTH) },
  });
  return refundReport(parseSuccess(answer, payPalRefund));
}

/** Id of the order that an event is about; null for an event of another kind or without an order. */
async function orderIn(payPal: PayPalClient, { event_type, resource }: PayPalEvent): Promise<string | null> {
  switch (event_type) {
    case 'CHECKOUT.ORDER.APPROVED':
      return idOf(resource);
    case 'PAYMENT.CAPTURE.COMPLETED':
    case 'PAYMENT.CAPTURE.PENDING':
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED':
    case 'PAYMENT.CAPTURE.REVERSED':
    case 'PAYMENT.CAPTURE.REFUNDED': {
      const { order, capture } = parentsOf(resource);
      if (order !== null || capture === null) return order;
      const answer = await payPal.call({ method: 'GET', path: `/v2/payments/captures/${capture}` });
      return answer.status === 404 ? null : parentsOf(parseSuccess(answer, z.unknown())).order;
    }
    default:
      return null;
  }
}

/**
 * The event only identifies an order, whose state is queried: PayPal signs only a CRC-32 of the body, which a forged
 * body can match, and events arrive late and out of order.
 * An approved order is captured here too, because the buyer's browser may never return after "Pay now".
 */
async function readEvent(payPal: PayPalClient, event: PayPalEvent): Promise<WebhookReading> {
  const ignored: WebhookReading = { kind: 'ignored', eventId: event.id, event: event.event_type };
  const id = await orderIn(payPal, event);
  const order = id === null ? null : await findOrder(payPal, id);
  if (!order || paymentOf(order) === null) return ignored;
  const report =
    event.event_type === 'CHECKOUT.ORDER.APPROVED' ? await captured(payPal, order) : reportOf(order);
  return { kind: 'payment', eventId: event.id, report };
}

async function readReturn(payPal: PayPalClient, key: PaymentKey): Promise<ProviderPayment> {
  const order = await orderOf(payPal, key);
  return order ? captured(payPal, order) : UNKNOWN;
}

async function query(payPal: PayPalClient, key: PaymentKey): Promise<ProviderPayment> {
  const order = await orderOf(payPal, key);
  return order ? reportOf(order) : UNKNOWN;
}

export const paypalAdapter = definePaymentAdapter({
  name: 'paypal',
  variables: z.object({
    PAYPAL_CLIENT_ID: z.string().min(1),
    PAYPAL_CLIENT_SECRET: z.string().min(1),
    PAYPAL_WEBHOOK_ID: z
      .string()
      .regex(/^[a-zA-Z0-9]+$/, 'has to be the id of a webhook, letters and digits'),
    PAYPAL_API_URL: z.url().default('https://api-m.paypal.com'),
  }),
  create(variables, { clock }): PaymentProvider {
    const apiUrl = variables.PAYPAL_API_URL;
    const payPal = createPayPalClient({
      apiUrl,
      clientId: variables.PAYPAL_CLIENT_ID,
      clientSecret: variables.PAYPAL_CLIENT_SECRET,
      clock,
    });
    const webhooks = createPayPalWebhooks(apiUrl, variables.PAYPAL_WEBHOOK_ID);
    return {
      name: 'paypal',
      currencies: payPalCurrencies,
      createCheckout: (order) => createCheckout(payPal, order),
      readReturn: (request, key) =>
        readReturn(payPal, { ...key, providerRef: key.providerRef ?? request.query.get('token') }),
      readWebhook: async (request) => readEvent(payPal, await webhooks.open(request, clock.now())),
      query: (key) => query(payPal, key),
      refund: (order) => refund(payPal, order),
    };
  },
});
