// Simulates PayPal: tokens, orders, captures and refunds by the documented protocol, and signed events.
import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import {
  type CounterpartCall,
  type CounterpartReply,
  providerRequest,
  startCounterpart,
} from '../../testing/counterpart-server.ts';
import { selfSignedCertificate } from './self-signed-certificate.ts';

export const payPalKeys = {
  clientId: 'kerb-client',
  clientSecret: 'kerb:secret',
  webhookId: '4JH86294D6297924G',
};

const SIGNER = 'messageverificationcerts.sandbox.paypal.com';
const DAY_MS = 86_400_000;

const amountIn = z.strictObject({ currency_code: z.string().length(3), value: z.string().max(32) });
const orderIn = z.strictObject({
  intent: z.literal('CAPTURE'),
  purchase_units: z
    .array(
      z.strictObject({
        custom_id: z.string().max(255),
        invoice_id: z.string().max(127),
        description: z.string().max(127),
        amount: amountIn,
      }),
    )
    .length(1),
  payment_source: z.strictObject({
    paypal: z.strictObject({
      experience_context: z.strictObject({
        return_url: z.url(),
        cancel_url: z.url(),
        user_action: z.literal('PAY_NOW'),
        shipping_preference: z.literal('NO_SHIPPING'),
        locale: z.string().optional(),
      }),
    }),
  }),
});
const refundIn = z.strictObject({
  amount: amountIn,
  custom_id: z.string().max(255),
  note_to_payer: z.string().max(255),
});

interface Money {
  currency_code: string;
  value: string;
}
interface Capture {
  id: string;
  status: string;
  status_details?: { reason: string };
  amount: Money;
  request: string;
}
interface Refund {
  id: string;
  status: string;
  amount: Money;
  custom_id: string;
}
interface Order {
  id: string;
  status: string;
  custom_id: string;
  amount: Money;
  returnUrl: string;
  cancelUrl: string;
  capture: Capture | null;
  refunds: Refund[];
}

const newId = (): string => randomBytes(9).toString('hex').toUpperCase().slice(0, 17);
const no = (status: number, name: string, issue?: string): CounterpartReply => ({
  status,
  body: { name, message: 'No.', debug_id: newId(), ...(issue ? { details: [{ issue }] } : {}) },
});
const unprocessable = (issue: string) => no(422, 'UNPROCESSABLE_ENTITY', issue);

function isPayable({ currency_code, value }: Money): boolean {
  const isWhole = ['HUF', 'JPY', 'TWD'].includes(currency_code);
  return (isWhole ? /^\d+$/ : /^\d+\.\d\d$/).test(value) && Number(value) > 0;
}

const PAYPAL_KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** The five signature headers of an event, for a webhook id and a time. */
export function signPayPal(
  body: Buffer,
  options: { certUrl: string; at: number; webhookId?: string },
): Record<string, string> {
  const id = randomUUID();
  const time = new Date(options.at).toISOString().replace(/\.\d+/, '');
  const signed = `${id}|${time}|${options.webhookId ?? payPalKeys.webhookId}|${crc32(body)}`;
  return {
    'content-type': 'application/json',
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': sign('sha256', Buffer.from(signed), PAYPAL_KEYS.privateKey).toString('base64'),
    'paypal-cert-url': options.certUrl,
    'paypal-auth-algo': 'SHA256withRSA',
  };
}

/** The certificates are valid for one day before and after `now`. */
export async function startPayPalCounterpart(now: number) {
  const orders = new Map<string, Order>();
  const answered = new Map<string, { body: string; order: string }>();
  const refundRequests = new Map<string, { body: string; refund: Refund }>();
  const tokens = new Set<string>();
  const certificates = new Map([
    ['CERT-KERB', selfSignedCertificate(PAYPAL_KEYS, SIGNER, now - DAY_MS, now + DAY_MS)],
    ['CERT-OLD', selfSignedCertificate(PAYPAL_KEYS, SIGNER, now - 9 * DAY_MS, now - DAY_MS)],
    ['CERT-OTHER', selfSignedCertificate(PAYPAL_KEYS, 'shop.example.com', now - DAY_MS, now + DAY_MS)],
    ['CERT-NONE', 'not a certificate'],
  ]);
  let decline: string | null = null;
  let captureStatus = 'COMPLETED';
  let refundStatus = 'COMPLETED';
  let url = '';

  const cents = ({ value }: Money) => Math.round(Number(value) * 100);
  const refundedAmountOf = ({ refunds }: Order) =>
    refunds.filter(({ status }) => status !== 'FAILED').reduce((sum, { amount }) => sum + cents(amount), 0);

  const captureView = (order: Order, { request: _, ...capture }: Capture) => ({
    ...capture,
    status:
      refundedAmountOf(order) === 0 || capture.status !== 'COMPLETED'
        ? capture.status
        : refundedAmountOf(order) >= cents(order.amount)
          ? 'REFUNDED'
          : 'PARTIALLY_REFUNDED',
    custom_id: order.custom_id,
    supplementary_data: { related_ids: { order_id: order.id } },
    links: [{ rel: 'up', href: `${url}/v2/checkout/orders/${order.id}`, method: 'GET' }],
  });
  const refundView = (order: Order, refund: Refund) => ({
    ...refund,
    links: [{ rel: 'up', href: `${url}/v2/payments/captures/${order.capture?.id}`, method: 'GET' }],
  });
  const orderView = (order: Order) => ({
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    purchase_units: [
      {
        reference_id: 'default',
        custom_id: order.custom_id,
        amount: order.amount,
        ...(order.capture
          ? {
              payments: {
                captures: [captureView(order, order.capture)],
                ...(order.refunds.length
                  ? { refunds: order.refunds.map((refund) => refundView(order, refund)) }
                  : {}),
              },
            }
          : {}),
      },
    ],
    links: [
      { rel: 'self', href: `${url}/v2/checkout/orders/${order.id}`, method: 'GET' },
      ...(order.status === 'PAYER_ACTION_REQUIRED'
        ? [
            {
              rel: 'payer-action',
              href: `https://www.paypal.com/checkoutnow?token=${order.id}`,
              method: 'GET',
            },
          ]
        : []),
    ],
  });

  function createOrder(call: CounterpartCall): CounterpartReply {
    const request = call.headers['paypal-request-id'];
    if (!request) return no(400, 'INVALID_REQUEST', 'PAYPAL_REQUEST_ID_REQUIRED');
    const before = answered.get(request);
    const body = call.body.toString('utf8');
    if (before && before.body !== body) return unprocessable('PAYPAL_REQUEST_ID_PREVIOUSLY_USED');
    const made = before && orders.get(before.order);
    if (made) return { status: 200, body: orderView(made) };
    const parsed = orderIn.safeParse(call.json());
    if (!parsed.success) return no(400, 'INVALID_REQUEST', parsed.error.message);
    const [unit] = parsed.data.purchase_units;
    if (!unit || !isPayable(unit.amount)) return unprocessable('DECIMAL_PRECISION');
    const { return_url: returnUrl, cancel_url: cancelUrl } =
      parsed.data.payment_source.paypal.experience_context;
    const { custom_id, amount } = unit;
    const id = newId();
    const order: Order = {
      id,
      status: 'PAYER_ACTION_REQUIRED',
      custom_id,
      amount,
      returnUrl,
      cancelUrl,
      capture: null,
      refunds: [],
    };
    orders.set(id, order);
    answered.set(request, { body, order: id });
    return { status: 200, body: orderView(order) };
  }

  function capture(order: Order, request: string | undefined): CounterpartReply {
    if (!request) return no(400, 'INVALID_REQUEST', 'PAYPAL_REQUEST_ID_REQUIRED');
    if (order.capture?.request === request) return { status: 200, body: orderView(order) };
    if (order.capture) return unprocessable('ORDER_ALREADY_CAPTURED');
    if (order.status !== 'APPROVED') return unprocessable('ORDER_NOT_APPROVED');
    if (decline !== null) {
      if (decline === 'INSTRUMENT_DECLINED') order.status = 'PAYER_ACTION_REQUIRED';
      return unprocessable(decline);
    }
    order.status = 'COMPLETED';
    order.capture = { id: newId(), status: captureStatus, amount: order.amount, request };
    if (captureStatus === 'DECLINED')
      order.capture.status_details = { reason: 'DECLINED_BY_RISK_FRAUD_FILTERS' };
    return { status: 201, body: orderView(order) };
  }

  function refund(order: Order, call: CounterpartCall): CounterpartReply {
    const request = call.headers['paypal-request-id'];
    if (!request) return no(400, 'INVALID_REQUEST', 'PAYPAL_REQUEST_ID_REQUIRED');
    const body = call.body.toString('utf8');
    const before = refundRequests.get(request);
    if (before && before.body !== body) return unprocessable('PAYPAL_REQUEST_ID_PREVIOUSLY_USED');
    if (before) return { status: 200, body: refundView(order, before.refund) };
    const parsed = refundIn.safeParse(call.json());
    if (!parsed.success) return no(400, 'INVALID_REQUEST', parsed.error.message);
    const { amount, custom_id } = parsed.data;
    if (!isPayable(amount)) return unprocessable('DECIMAL_PRECISION');
    if (amount.currency_code !== order.amount.currency_code) return unprocessable('CURRENCY_MISMATCH');
    const left = cents(order.amount) - refundedAmountOf(order);
    if (left === 0) return unprocessable('CAPTURE_FULLY_REFUNDED');
    if (cents(amount) > left) return unprocessable('REFUND_AMOUNT_EXCEEDED');
    const made: Refund = { id: newId(), status: refundStatus, amount, custom_id };
    order.refunds.push(made);
    refundRequests.set(request, { body, refund: made });
    return { status: 201, body: refundView(order, made) };
  }

  function token(call: CounterpartCall): CounterpartReply {
    const basic = Buffer.from(`${payPalKeys.clientId}:${payPalKeys.clientSecret}`).toString('base64');
    if (call.headers.authorization !== `Basic ${basic}`)
      return { status: 401, body: { error: 'invalid_client' } };
    if (call.form().get('grant_type') !== 'client_credentials')
      return { status: 400, body: { error: 'unsupported_grant_type' } };
    const access_token = randomUUID();
    tokens.add(access_token);
    return { status: 200, body: { access_token, token_type: 'Bearer', expires_in: 32_400 } };
  }

  const server = await startCounterpart((call) => {
    const { method, path, headers } = call;
    const certificate = certificates.get(path.replace('/v1/notifications/certs/', ''));
    if (method === 'GET' && path.startsWith('/v1/notifications/certs/'))
      return certificate ? { status: 200, body: certificate } : no(404, 'RESOURCE_NOT_FOUND');
    if (method === 'POST' && path === '/v1/oauth2/token') return token(call);
    if (!tokens.has(headers.authorization?.replace('Bearer ', '') ?? ''))
      return no(401, 'AUTHENTICATION_FAILURE');
    if (method === 'POST' && headers['content-type'] !== 'application/json')
      return no(415, 'UNSUPPORTED_MEDIA_TYPE');
    if (method === 'POST' && path === '/v2/checkout/orders') return createOrder(call);
    const [, kind, id, action = ''] =
      /^\/v2\/(checkout\/orders|payments\/captures)\/(\w+)(\/\w+)?$/.exec(path) ?? [];
    const order = [...orders.values()].find(
      (one) => (kind === 'checkout/orders' ? one.id : one.capture?.id) === id,
    );
    if (!order) return no(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
    switch (`${method} ${kind}${action}`) {
      case 'GET checkout/orders':
        return { status: 200, body: orderView(order) };
      case 'POST checkout/orders/capture':
        return capture(order, headers['paypal-request-id']);
      case 'GET payments/captures':
        return order.capture
          ? { status: 200, body: captureView(order, order.capture) }
          : no(404, 'RESOURCE_NOT_FOUND');
      case 'POST payments/captures/refund':
        return refund(order, call);
      default:
        return no(405, 'METHOD_NOT_SUPPORTED');
    }
  });
  url = server.url;

  function orderAt(id: string | null): Order {
    const order = orders.get(id ?? '');
    if (!order) throw new Error(`No order ${id}`);
    return order;
  }
  const certUrl = (name = 'CERT-KERB') => `${url}/v1/notifications/certs/${name}`;

  return {
    ...server,
    certUrl,
    orderAt,
    orderCount: () => orders.size,
    tokenCount: () => tokens.size,
    withdrawTokens: () => tokens.clear(),
    forgetRequests: () => refundRequests.clear(),
    answerCapturesWith(status: string): void {
      captureStatus = status;
    },
    answerRefundsWith(status: string): void {
      refundStatus = status;
    },
    declineWith(issue: string | null): void {
      decline = issue;
    },
    /** The buyer clicks "Pay now"; returns the URL to which the browser returns. */
    approve(id: string | null): string {
      const order = orderAt(id);
      order.status = 'APPROVED';
      return `${order.returnUrl}?token=${order.id}&PayerID=QYR5Z8XDVJNXQ`;
    },
    resources(id: string | null) {
      const order = orderAt(id);
      const [lastRefund] = order.refunds.slice(-1);
      return {
        order: orderView(order),
        capture: order.capture && captureView(order, order.capture),
        refund: lastRefund ? refundView(order, lastRefund) : null,
      };
    },
    event(event_type: string, resource: unknown, at = now) {
      const body = Buffer.from(
        JSON.stringify({ id: `WH-${newId()}-${newId()}`, event_version: '1.0', event_type, resource }),
      );
      return providerRequest({ body, headers: signPayPal(body, { certUrl: certUrl(), at }) });
    },
    refundedAmountOf: (id: string | null) => refundedAmountOf(orderAt(id)) / 100,
  };
}
