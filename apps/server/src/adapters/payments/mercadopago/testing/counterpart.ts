// Simulates Mercado Pago's documented protocol on loopback: preferences, payments, search, refunds, and signed
// notifications.
import { randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Checkout, CheckoutOrder, PaymentKey, ProviderRequest } from '../../../../ports/payments.ts';
import type { BuyerOutcome } from '../../payment-provider.contract.ts';
import {
  type CounterpartCall,
  type CounterpartReply,
  providerRequest,
  startCounterpart,
} from '../../testing/counterpart-server.ts';
import { signNotification } from '../notification.ts';

export const ACCESS_TOKEN = 'APP_USR-6517283940123456-112120-counterpart';
export const WEBHOOK_SECRET = '0b6a8d1f4c7e4f5a9a3d2c1b0e9f8a7d';

/** The fields of POST /checkout/preferences that the reference requires. */
const preferenceSchema = z.object({
  items: z
    .array(
      z.object({
        id: z.string().max(256),
        title: z.string().min(1).max(256),
        quantity: z.int().positive(),
        unit_price: z.number().positive(),
        currency_id: z.enum(['ARS', 'BRL', 'CLP', 'COP', 'MXN', 'PEN', 'UYU']),
      }),
    )
    .length(1),
  payer: z.object({ name: z.string(), surname: z.string(), email: z.email().optional() }),
  external_reference: z.string().min(1).max(256),
  back_urls: z.object({ success: z.url(), pending: z.url(), failure: z.url() }),
  auto_return: z.literal('approved'),
  notification_url: z.url().max(248),
  expires: z.boolean().default(false),
  expiration_date_to: z.iso.datetime({ offset: true }).optional(),
});
type Preference = z.output<typeof preferenceSchema>;

interface Payment {
  readonly id: number;
  status: string;
  status_detail: string;
  readonly external_reference: string;
  readonly transaction_amount: number;
  transaction_amount_refunded: number;
  readonly currency_id: string;
}

interface Refund {
  readonly id: number;
  readonly payment_id: number;
  readonly amount: number;
  status: 'approved' | 'in_process' | 'rejected';
}

const error = (status: number, code: string, message: string): CounterpartReply => ({
  status,
  body: { message, error: code, status, cause: [] },
});
const rendersInProcess = ({ headers }: CounterpartCall) => headers['x-render-in-process-refunds'] === 'true';
const cents = (amount: number) => Math.round(amount * 100);

class Account {
  readonly preferences = new Map<string, Preference>();
  readonly payments: Payment[] = [];
  readonly refunds: Refund[] = [];
  /** Disturbs the processing of Pix refunds: they stay in process, `unseen` also where the header requests them. */
  disturbance: 'in process' | 'unseen' | null = null;
  rejectsLists = false;
  /** Answers by idempotency key, returned again for repeated calls. */
  private readonly answers = new Map<string, CounterpartReply>();

  forgetKeys(): void {
    this.answers.clear();
  }

  private once(call: CounterpartCall, make: () => CounterpartReply): CounterpartReply {
    const key = call.headers['x-idempotency-key'];
    if (!key) return error(400, 'bad_request', 'Header X-Idempotency-Key can’t be null');
    const known = this.answers.get(`${call.path} ${key}`) ?? make();
    this.answers.set(`${call.path} ${key}`, known);
    return known;
  }

  private createPreference(call: CounterpartCall): CounterpartReply {
    const parsed = preferenceSchema.safeParse(call.json());
    if (!parsed.success) return error(400, 'invalid_preference', parsed.error.message);
    return this.once(call, () => {
      const id = `202809963-${randomUUID()}`;
      this.preferences.set(id, parsed.data);
      const init_point = `https://www.mercadopago.com.uy/checkout/v1/redirect?pref_id=${id}`;
      return { status: 201, body: { id, init_point, ...parsed.data } };
    });
  }

  private refund(call: CounterpartCall, id: number): CounterpartReply {
    const payment = this.payments.find((known) => known.id === id);
    const { amount } = z.object({ amount: z.number().positive() }).parse(call.json());
    if (!payment) return error(404, 'not_found', 'Payment not found');
    return this.once(call, () => {
      if (payment.status !== 'approved')
        return error(400, 'bad_request', 'The action requested is not valid for the current payment state');
      const left = cents(payment.transaction_amount) - cents(payment.transaction_amount_refunded);
      if (cents(amount) > left || cents(amount) !== amount * 100)
        return error(400, 'bad_request', 'Amount is invalid');
      const status = this.disturbance === null ? 'approved' : 'in_process';
      const refund: Refund = { id: randomInt(1, 2 ** 40), payment_id: id, amount, status };
      this.refunds.push(refund);
      if (status === 'in_process')
        return rendersInProcess(call) && this.disturbance !== 'unseen'
          ? { status: 201, body: { ...refund } }
          : error(400, 'bad_request', 'The refund is in process');
      payment.transaction_amount_refunded =
        (cents(payment.transaction_amount_refunded) + cents(amount)) / 100;
      payment.status_detail = cents(amount) === left ? 'refunded' : 'partially_refunded';
      if (cents(amount) === left) payment.status = 'refunded';
      return { status: 201, body: refund };
    });
  }

  private listRefunds(call: CounterpartCall, id: number): CounterpartReply {
    if (this.rejectsLists) return error(403, 'forbidden', 'At least one policy returned UNAUTHORIZED');
    const all = this.refunds.filter(({ payment_id }) => payment_id === id);
    const body = all.filter(({ status }) => status !== 'in_process' || rendersInProcess(call));
    return { status: 200, body };
  }

  handle(call: CounterpartCall): CounterpartReply {
    if (call.headers.authorization !== `Bearer ${ACCESS_TOKEN}`)
      return error(401, 'unauthorized', 'invalid access token');
    const [, resource = '', id = '', more = ''] =
      /^\/(checkout\/preferences|v1\/payments)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(call.path) ?? [];
    const route = [call.method, resource, id && (id === 'search' ? id : ':id'), more]
      .filter(Boolean)
      .join(' ');
    if (route === 'POST checkout/preferences') return this.createPreference(call);
    if (route === 'GET checkout/preferences :id')
      return this.preferences.has(id) ? { status: 200, body: { id } } : error(404, 'not_found', 'Not found');
    if (route === 'GET v1/payments search') {
      const reference = call.query.get('external_reference');
      const results = this.payments.filter((payment) => payment.external_reference === reference);
      return { status: 200, body: { paging: { total: results.length, limit: 30, offset: 0 }, results } };
    }
    if (route === 'GET v1/payments :id') {
      const payment = this.payments.find((known) => known.id === Number(id));
      return payment ? { status: 200, body: payment } : error(404, 'not_found', 'Payment not found');
    }
    if (route === 'GET v1/payments :id refunds') return this.listRefunds(call, Number(id));
    if (route === 'POST v1/payments :id refunds') return this.refund(call, Number(id));
    return error(404, 'not_found', call.path);
  }

  /** The buyer tries to pay a preference. */
  attempt(preferenceId: string, status: 'approved' | 'rejected'): Payment {
    const preference = this.preferences.get(preferenceId);
    const [item] = preference?.items ?? [];
    if (!preference || !item) throw new Error(`There is no preference ${preferenceId}`);
    const payment = {
      id: randomInt(1_000_000_000, 2 ** 40),
      status,
      status_detail: status === 'approved' ? 'accredited' : 'cc_rejected_insufficient_amount',
      external_reference: preference.external_reference,
      transaction_amount: item.unit_price * item.quantity,
      transaction_amount_refunded: 0,
      currency_id: item.currency_id,
    };
    this.payments.push(payment);
    return payment;
  }
}

/** A notification as Mercado Pago sends it; `at` is the signed time, ms. */
export function notificationOf(
  dataId: string,
  { type = 'payment', secret = WEBHOOK_SECRET, at = Date.now() } = {},
): ProviderRequest {
  const requestId = randomUUID();
  const ts = String(at);
  return providerRequest({
    url: `https://kerb.test/webhook?source_news=webhooks&data.id=${dataId}&type=${type}`,
    headers: {
      'x-request-id': requestId,
      'x-signature': `ts=${ts},v1=${signNotification(secret, dataId, requestId, ts)}`,
    },
    body: {
      action: `${type}.updated`,
      api_version: 'v1',
      data: { id: dataId },
      date_created: '2026-11-21T22:02:02Z',
      id: randomInt(1, 2 ** 40),
      live_mode: false,
      type,
      user_id: 724484980,
    },
  });
}

export async function startMercadoPago() {
  const account = new Account();
  const server = await startCounterpart((call) => account.handle(call));

  function attempt(checkout: Checkout, order: CheckoutOrder, status: 'approved' | 'rejected'): BuyerOutcome {
    if (checkout.kind !== 'redirect') throw new Error('Checkout Pro is a page of Mercado Pago');
    const preferenceId = new URL(checkout.url).searchParams.get('pref_id') ?? '';
    const payment = account.attempt(preferenceId, status);
    const urls = account.preferences.get(preferenceId)?.back_urls;
    const back = new URL((status === 'approved' ? urls?.success : urls?.failure) ?? order.returnUrl);
    const brought = {
      collection_id: payment.id,
      collection_status: status,
      payment_id: payment.id,
      status,
      external_reference: payment.external_reference,
      payment_type: 'credit_card',
      merchant_order_id: 1234567890,
      preference_id: preferenceId,
      site_id: 'MLU',
      processing_mode: 'aggregator',
      merchant_account_id: 'null',
    };
    for (const [name, value] of Object.entries(brought)) back.searchParams.set(name, String(value));
    return {
      returned: providerRequest({ method: 'GET', url: back }),
      webhooks: [notificationOf(String(payment.id))],
    };
  }

  return {
    ...server,
    account,
    pay: async (checkout: Checkout, order: CheckoutOrder) => attempt(checkout, order, 'approved'),
    decline: async (checkout: Checkout, order: CheckoutOrder) => attempt(checkout, order, 'rejected'),
    paidBack: (key: PaymentKey) =>
      account.payments
        .filter((payment) => payment.external_reference === key.payment)
        .reduce((sum, payment) => sum + payment.transaction_amount_refunded, 0),
  };
}
