// Simulates Culqi's documented protocol on loopback: tokens, charges, refunds, events, and unsigned webhooks.
import { z } from 'zod';
import type { Checkout, CheckoutOrder, PaymentKey, ProviderRequest } from '../../../../ports/payments.ts';
import type { BuyerOutcome } from '../../payment-provider.contract.ts';
import {
  type CounterpartCall,
  type CounterpartReply,
  providerRequest,
  startCounterpart,
} from '../../testing/counterpart-server.ts';

export const PUBLIC_KEY = 'pk_test_e94078b9b248675d';
export const SECRET_KEY = 'sk_test_c2267b5b262745f0';
export const LOGIN = 'kerb:a word: of ours';

const chargeOrderSchema = z.strictObject({
  amount: z.int().min(100),
  currency_code: z.enum(['PEN', 'USD']),
  email: z.email().min(5).max(50),
  source_id: z.string().regex(/^(tkn|ype|crd)_(test|live)_\w{16}$/),
  description: z.string().min(5).max(80),
  capture: z.boolean(),
  installments: z.int().min(0).max(48),
  metadata: z.record(z.string().max(30), z.string().max(2000)),
});
/** Validated like in the official library: culqi/utils/validation/refund_validation.py. */
const refundOrderSchema = z.strictObject({
  charge_id: z.string().startsWith('chr_'),
  amount: z.int().positive(),
  reason: z.enum(['duplicado', 'fraudulento', 'solicitud_comprador']),
});

const SUCCESS = {
  type: 'venta_exitosa',
  code: 'AUT0000',
  merchant_message: 'La operación de venta ha sido autorizada exitosamente',
  user_message: 'Su compra ha sido exitosa.',
};

interface Token {
  readonly id: string;
  readonly email: string;
  readonly card: 'good' | 'poor' | 'reviewed';
  isUsed: boolean;
}
interface Charge {
  readonly object: 'charge';
  readonly id: string;
  readonly creation_date: number;
  readonly amount: number;
  amount_refunded: number;
  readonly currency_code: string;
  readonly source: { readonly id: string };
  readonly outcome: typeof SUCCESS;
  readonly metadata: Readonly<Record<string, string>>;
  readonly operations: { type: string; id: string; amount: number }[];
}
interface Refund {
  readonly object: 'refund';
  readonly id: string;
  readonly charge_id: string;
  readonly creation_date: number;
  readonly amount: number;
  readonly reason: string;
  metadata: Readonly<Record<string, string>>;
}

const error = (status: number, type: string, message: string): CounterpartReply => ({
  status,
  body: { object: 'error', type, merchant_message: message },
});
const notFound = (what: string) => error(404, 'resource_error', `No existe ${what}`);

let count = 0;
const idOf = (kind: string) => `${kind}_test_${String(++count).padStart(16, 'A')}`;

export class Account {
  readonly tokens: Token[] = [];
  readonly charges: Charge[] = [];
  readonly refunds: Refund[] = [];
  readonly events: { object: 'event'; id: string; type: string; creation_date: number; data: string }[] = [];
  /** Runs once before the next answer, to simulate a concurrent process or a broken connection. */
  meanwhile: ((route: string) => CounterpartReply | undefined) | null = null;

  token(card: Token['card'] = 'good', email = 'richard@piedpiper.com'): Token {
    const token = { id: idOf('tkn'), email, card, isUsed: false };
    this.tokens.push(token);
    return token;
  }

  /** An event of this type, whose object has names in camel case as in the panel. */
  event(type: string, data: object) {
    const id = idOf('evt');
    const event = {
      object: 'event' as const,
      id,
      type,
      creation_date: 1507073604156,
      data: JSON.stringify(data),
    };
    this.events.unshift(event);
    return event;
  }

  createCharge(body: unknown): CounterpartReply {
    const order = chargeOrderSchema.safeParse(body);
    if (!order.success) return error(400, 'parameter_error', order.error.message);
    const { source_id, amount, currency_code, metadata } = order.data;
    const token = this.tokens.find(({ id }) => id === source_id);
    if (!token) return notFound('el token');
    if (token.isUsed) return error(400, 'invalid_request_error', 'El token ya fue usado.');
    if (token.card === 'reviewed')
      return { status: 200, body: { action_code: 'REVIEW', user_message: 'Se requiere autenticación 3DS' } };
    token.isUsed = true;
    // The answer recorded by the official library: ChargeTest.test_charge_create__insufficient_funds__visa.
    if (token.card === 'poor')
      return {
        status: 402,
        body: {
          object: 'error',
          type: 'card_error',
          charge_id: idOf('chr'),
          code: 'card_declined',
          decline_code: 'insufficient_funds',
          merchant_message:
            'Fondos insuficientes. La tarjeta no tiene fondos suficientes para realizar la compra.',
          user_message: 'Su tarjeta no tiene fondos suficientes.',
        },
      };
    const charge: Charge = {
      object: 'charge',
      id: idOf('chr'),
      creation_date: 1589341109000 + this.charges.length,
      amount,
      amount_refunded: 0,
      currency_code,
      metadata,
      source: { id: token.id },
      outcome: SUCCESS,
      operations: [],
    };
    this.charges.unshift(charge);
    return { status: 201, body: charge };
  }

  createRefund(body: unknown): CounterpartReply {
    const order = refundOrderSchema.safeParse(body);
    if (!order.success) return error(400, 'parameter_error', order.error.message);
    const { charge_id, amount, reason } = order.data;
    const charge = this.charges.find(({ id }) => id === charge_id);
    if (!charge) return notFound('el cargo');
    if (amount > charge.amount - charge.amount_refunded)
      return error(400, 'invalid_request_error', 'El monto supera lo que queda del cargo.');
    const refund: Refund = {
      object: 'refund',
      id: idOf('ref'),
      charge_id,
      amount,
      reason,
      metadata: {},
      creation_date: 1589341113000,
    };
    charge.amount_refunded += amount;
    charge.operations.push({ type: 'devolución', id: refund.id, amount });
    this.refunds.unshift(refund);
    return { status: 201, body: refund };
  }

  private listCharges({ query }: CounterpartCall): CounterpartReply {
    const amount = query.get('amount');
    const currency = query.get('currency_code');
    const limit = query.get('limit');
    const matching = this.charges.filter(
      (charge) =>
        (!amount || charge.amount === Number(amount)) && (!currency || charge.currency_code === currency),
    );
    const from = query.get('after') ? matching.findIndex(({ id }) => id === query.get('after')) + 1 : 0;
    const data = matching.slice(from, from + Number(limit ?? 50));
    const cursors = { before: data.at(0)?.id ?? null, after: data.at(-1)?.id ?? null };
    return { status: 200, body: { data, paging: { previous: null, next: null, cursors } } };
  }

  private labelRefund(id: string, body: unknown): CounterpartReply {
    const refund = this.refunds.find((known) => known.id === id);
    if (!refund) return notFound('la devolución');
    refund.metadata = z.object({ metadata: z.record(z.string(), z.string()) }).parse(body).metadata;
    return { status: 200, body: refund };
  }

  handle(call: CounterpartCall): CounterpartReply {
    if (call.headers.authorization !== `Bearer ${SECRET_KEY}`)
      return error(401, 'authentication_error', 'La llave no es válida.');
    const [, resource = '', id] = /^\/v2\/(\w+)(?:\/(\w+))?$/.exec(call.path) ?? [];
    const route = `${call.method} ${resource}${id ? ' :id' : ''}`;
    const broken = this.meanwhile?.(route);
    if (broken) return broken;
    const one = <T extends { id: string }>(all: readonly T[]): CounterpartReply => {
      const found = all.find((known) => known.id === id);
      return found ? { status: 200, body: found } : notFound(resource);
    };
    const routes: Readonly<Record<string, () => CounterpartReply>> = {
      'GET tokens :id': () => one(this.tokens),
      'GET charges :id': () => one(this.charges),
      'GET refunds :id': () => one(this.refunds),
      'GET events :id': () => one(this.events),
      'GET charges': () => this.listCharges(call),
      'POST charges': () => this.createCharge(call.json()),
      'POST refunds': () => this.createRefund(call.json()),
      'PATCH refunds :id': () => this.labelRefund(id ?? '', call.json()),
    };
    return routes[route]?.() ?? notFound(call.path);
  }
}

export const webhookOf = (event: object, login = LOGIN): ProviderRequest =>
  providerRequest({
    url: 'https://kerb.test/webhook',
    headers: { authorization: `Basic ${Buffer.from(login).toString('base64')}` },
    body: event,
  });

const pageSchema = z.object({
  publicKey: z.literal(PUBLIC_KEY),
  config: z.object({
    settings: z.object({ title: z.string().min(1), currency: z.enum(['PEN', 'USD']), amount: z.int() }),
    client: z.object({ email: z.email().optional() }),
  }),
});

export async function startCulqi() {
  const account = new Account();
  const server = await startCounterpart((call) => account.handle(call));

  /** The buyer enters a card in Culqi's checkout, which creates a token, and the page posts it to the return URL. */
  function attempt(checkout: Checkout, order: CheckoutOrder, card: Token['card']): ProviderRequest {
    if (checkout.kind !== 'page') throw new Error('Culqi’s checkout is a script on a page');
    const { settings } = pageSchema.parse(checkout.page.data).config;
    if (settings.amount !== Math.round(Number(order.amount.value) * 100)) throw new Error('Another amount');
    const token = account.token(card);
    return providerRequest({ url: order.returnUrl, body: new URLSearchParams({ token: token.id }) });
  }

  /** The event of the charge that was made with a returned token. */
  function webhookOfReturn(returned: ProviderRequest): ProviderRequest {
    const token = new URLSearchParams(returned.body.toString()).get('token');
    const charge = account.charges.find(({ source }) => source.id === token);
    if (!charge) throw new Error('The token was not charged');
    const data = { object: 'charge', id: charge.id, originalAmount: charge.amount, merchant: null };
    return webhookOf(account.event('charge.creation.succeeded', data));
  }

  /** Culqi sends a charge's event when the charge is made, so after the buyer has returned. */
  function outcomeOf(returned: ProviderRequest): BuyerOutcome {
    let webhook: ProviderRequest | undefined;
    return {
      returned,
      get webhooks() {
        webhook ??= webhookOfReturn(returned);
        return [webhook];
      },
    };
  }

  return {
    ...server,
    account,
    attempt,
    pay: async (checkout: Checkout, order: CheckoutOrder) => outcomeOf(attempt(checkout, order, 'good')),
    decline: async (checkout: Checkout, order: CheckoutOrder): Promise<BuyerOutcome> => ({
      returned: attempt(checkout, order, 'poor'),
      webhooks: [webhookOf(account.event('charge.creation.failed', { object: 'error' }))],
    }),
    paidBack: (key: PaymentKey) =>
      account.charges
        .filter(({ metadata }) => metadata.payment === key.payment)
        .reduce((sum, charge) => sum + charge.amount_refunded, 0) / 100,
  };
}
