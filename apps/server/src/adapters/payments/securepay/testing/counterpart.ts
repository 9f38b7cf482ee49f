// Simulates SecurePay's documented protocol on loopback: access tokens, payments with idempotency keys, orders and
// refunds.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Checkout, CheckoutOrder, PaymentKey, ProviderRequest } from '../../../../ports/payments.ts';
import type { BuyerOutcome } from '../../payment-provider.contract.ts';
import {
  type CounterpartCall,
  type CounterpartReply,
  providerRequest,
  startCounterpart,
} from '../../testing/counterpart-server.ts';

/** Test credentials printed in the script's documentation, with an invented secret. */
export const CLIENT_ID = '0oaxb9i8P9vQdXTsn3l5';
export const CLIENT_SECRET = 'counterpart-secret';
export const MERCHANT_CODE = '5AR0055';
const AUDIENCE = 'https://api.payments.auspost.com.au';

const paymentSchema = z.strictObject({
  amount: z.int().min(1),
  merchantCode: z.string(),
  token: z.string().min(1),
  ip: z.union([z.ipv4(), z.ipv6()]),
  orderId: z.string().min(1).max(60),
});
const refundSchema = z.strictObject({
  amount: z.int().min(1),
  merchantCode: z.string(),
  ip: z.union([z.ipv4(), z.ipv6()]),
});

interface Token {
  readonly token: string;
  readonly card: 'good' | 'poor';
  isUsed: boolean;
}
interface Order {
  readonly orderId: string;
  readonly merchantCode: string;
  readonly amount: number;
  readonly currency: 'AUD';
  readonly ip: string;
  status: 'paid' | 'failed' | 'refunded';
  refundedAmount: number;
  readonly gatewayResponseCode: string;
  readonly gatewayResponseMessage: string;
}

const errors = (status: number, code: string, detail: string): CounterpartReply => ({
  status,
  body: { errors: [{ id: randomUUID(), code, detail }] },
});

export class Merchant {
  readonly orders = new Map<string, Order>();
  readonly tokens: Token[] = [];
  readonly accessTokens: string[] = [];
  /** The first answer to each idempotency key, with the request. */
  private readonly answers = new Map<string, { asked: string; reply: CounterpartReply }>();

  card(card: Token['card'] = 'good'): Token {
    const token = { token: randomUUID(), card, isUsed: false };
    this.tokens.push(token);
    return token;
  }

  private authorise(call: CounterpartCall): CounterpartReply {
    const expected = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`;
    const form = call.form();
    if (call.headers.authorization !== expected) return { status: 401, body: { error: 'access_denied' } };
    if (form.get('grant_type') !== 'client_credentials' || form.get('audience') !== AUDIENCE)
      return { status: 400, body: { error: 'invalid_request' } };
    const access_token = randomUUID();
    this.accessTokens.push(access_token);
    return { status: 200, body: { access_token, expires_in: 86_400, token_type: 'Bearer' } };
  }

  private once(call: CounterpartCall, make: () => CounterpartReply): CounterpartReply {
    const key = call.headers['idempotency-key'];
    if (!key) return make();
    const asked = `${call.path} ${call.body.toString()}`;
    const known = this.answers.get(key);
    if (known && known.asked !== asked)
      return errors(400, 'INVALID_IDEMPOTENCY_KEY', 'The key was used for another request.');
    const reply = known?.reply ?? make();
    this.answers.set(key, { asked, reply });
    return reply;
  }

  private pay(body: unknown): CounterpartReply {
    const asked = paymentSchema.safeParse(body);
    if (!asked.success) return errors(400, 'INVALID_REQUEST', asked.error.message);
    const { token: given, ...order } = asked.data;
    if (order.merchantCode !== MERCHANT_CODE) return errors(403, 'FORBIDDEN', 'Merchant is not yours.');
    const token = this.tokens.find((known) => known.token === given);
    if (!token || token.isUsed) return errors(400, 'INVALID_TOKEN', 'Token is invalid or was used.');
    token.isUsed = true;
    const outcome =
      token.card === 'good'
        ? {
            status: 'paid' as const,
            gatewayResponseCode: '00',
            gatewayResponseMessage: 'Transaction successful',
          }
        : {
            status: 'failed' as const,
            gatewayResponseCode: '51',
            gatewayResponseMessage: 'Insufficient Funds',
          };
    const made: Order = { ...order, ...outcome, currency: 'AUD', refundedAmount: 0 };
    this.orders.set(order.orderId, made);
    const { refundedAmount, ...answered } = made;
    const bankTransactionId = token.card === 'good' ? '666577' : null;
    return {
      status: 201,
      body: {
        ...answered,
        token: given,
        customerCode: 'anonymous',
        bankTransactionId,
        createdAt: new Date(),
      },
    };
  }

  /** The answer has the fields of the refund quoted in securepay.test.ts. */
  private refund(orderId: string, body: unknown): CounterpartReply {
    const asked = refundSchema.safeParse(body);
    if (!asked.success) return errors(400, 'INVALID_REQUEST', asked.error.message);
    const order = this.orders.get(orderId);
    if (!order) return errors(404, 'ORDER_NOT_FOUND', 'There is no such order.');
    const { amount } = asked.data;
    if (order.status !== 'paid' || amount > order.amount - order.refundedAmount)
      return errors(400, 'INVALID_AMOUNT', 'The amount is more than what is left of the order.');
    order.refundedAmount += amount;
    if (order.refundedAmount === order.amount) order.status = 'refunded';
    return {
      status: 201,
      body: {
        createdAt: '2025-06-23T01:17:12.867284974Z',
        amount,
        status: 'paid',
        orderId,
        bankTransactionId: String(666577 + order.refundedAmount),
        gatewayResponseCode: '00',
        gatewayResponseMessage: 'Transaction successful',
        customerCode: 'anonymous',
        merchantCode: MERCHANT_CODE,
        ip: asked.data.ip,
      },
    };
  }

  handle(call: CounterpartCall): CounterpartReply {
    if (call.path === '/oauth/token') return this.authorise(call);
    const bearer = call.headers.authorization?.replace('Bearer ', '') ?? '';
    if (!this.accessTokens.includes(bearer)) return errors(401, 'UNAUTHORIZED', 'The token is not valid.');
    const [, orderId = '', refunds] = /^\/v2\/orders\/([^/]+)(\/refunds)?$/.exec(call.path) ?? [];
    if (call.method === 'POST' && call.path === '/v2/payments')
      return this.once(call, () => this.pay(call.json()));
    if (call.method === 'POST' && refunds) return this.once(call, () => this.refund(orderId, call.json()));
    const order = this.orders.get(orderId);
    if (call.method === 'GET' && orderId && call.query.get('merchantCode') === MERCHANT_CODE)
      return order ? { status: 200, body: order } : errors(404, 'ORDER_NOT_FOUND', 'There is no such order.');
    return { status: 404, body: { status: 404, error: 'Not Found', path: call.path } };
  }
}

export const noticeOf = (orderId: string): ProviderRequest =>
  providerRequest({
    url: 'https://kerb.test/webhook',
    body: { orderId, merchantCode: MERCHANT_CODE, status: 'paid' },
  });

const pageSchema = z.object({
  clientId: z.literal(CLIENT_ID),
  merchantCode: z.literal(MERCHANT_CODE),
  ip: z.string(),
});

export async function startSecurePay() {
  const merchant = new Merchant();
  const server = await startCounterpart((call) => merchant.handle(call));

  /** The buyer enters a card in SecurePay's frame, and the page posts its token to the return URL. */
  function attempt(checkout: Checkout, order: CheckoutOrder, card: Token['card']): BuyerOutcome {
    if (checkout.kind !== 'page') throw new Error('SecurePay’s fields are on a page of ours');
    const { ip } = pageSchema.parse(checkout.page.data);
    const { token } = merchant.card(card);
    return {
      returned: providerRequest({ url: order.returnUrl, body: new URLSearchParams({ token, ip }) }),
      webhooks: [noticeOf(order.payment)],
    };
  }

  return {
    ...server,
    merchant,
    pay: async (checkout: Checkout, order: CheckoutOrder) => attempt(checkout, order, 'good'),
    decline: async (checkout: Checkout, order: CheckoutOrder) => attempt(checkout, order, 'poor'),
    paidBack: (key: PaymentKey) => (merchant.orders.get(key.payment)?.refundedAmount ?? 0) / 100,
  };
}
