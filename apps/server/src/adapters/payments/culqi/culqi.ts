// Culqi (Peru) adapter: its checkout turns a card into a token on our page, and the server charges the token on return.
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
} from '../../../ports/payments.ts';
import { earlierRefunds } from '../earlier-refunds.ts';
import { createOneAtATime } from '../one-at-a-time.ts';
import { definePaymentAdapter } from '../payment-adapter.ts';
import { fromProviderUnits, toProviderUnits } from '../provider-money.ts';
import { type Charge, type CulqiClient, createClient, type Refund } from './client.ts';
import { type Login, readNotification } from './notification.ts';
import { pageOf } from './page.ts';

const NAME = 'culqi';
const CURRENCIES = ['PEN', 'USD'] as const;
const PAID = 'venta_exitosa';
/** Culqi accepts only three reasons for a refund. */
const ON_REQUEST = 'solicitud_comprador';
const DUPLICATE = 'duplicado';

const isPaid = (charge: Charge) => charge.outcome.type === PAID;

function reportOf(charge: Charge): ProviderPayment {
  const isBack = charge.amount_refunded >= charge.amount;
  const payment = charge.metadata?.payment;
  return {
    status: isPaid(charge) ? (isBack ? 'refunded' : 'captured') : 'failed',
    payment: typeof payment === 'string' ? payment : null,
    providerRef: charge.id,
    amount: fromProviderUnits(charge.amount, charge.currency_code),
    refunded: fromProviderUnits(charge.amount_refunded, charge.currency_code),
    reason: isPaid(charge) ? null : (charge.outcome.user_message ?? charge.outcome.type),
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

/** The oldest charge counts. Charges of the same time are ordered by id, so that every caller picks the same one. */
const byAge = (one: Charge, other: Charge) =>
  one.creation_date - other.creation_date || (one.id < other.id ? -1 : 1);

function createCharging(client: CulqiClient) {
  /** All paid charges of this payment, oldest first. */
  async function findCharges(key: PaymentKey): Promise<Charge[]> {
    const { amount } = key;
    const charges = await client.listCharges(toProviderUnits(amount), amount.currency);
    return charges.filter((charge) => charge.metadata?.payment === key.payment && isPaid(charge)).sort(byAge);
  }

  /**
   * Keeps the oldest charge and refunds the others, because Culqi has no idempotency keys and another process may have
   * charged concurrently.
   */
  async function keepOne(charges: readonly Charge[]): Promise<Charge | null> {
    const [first, ...more] = [...charges].sort(byAge);
    for (const charge of more) {
      if (charge.amount_refunded > 0) continue;
      const { refusal } = await client.createRefund(charge.id, charge.amount, DUPLICATE);
      const now = refusal === null ? null : await client.getCharge(charge.id);
      if (now && now.amount_refunded < now.amount)
        throw new PaymentUnavailableError(`A second charge, ${charge.id}, was not paid back: ${refusal}`);
    }
    return first ?? null;
  }

  async function find(key: PaymentKey): Promise<Charge | null> {
    const known = key.providerRef?.startsWith('chr_') ? await client.getCharge(key.providerRef) : null;
    if (known?.metadata?.payment === key.payment) return known;
    return keepOne(await findCharges(key));
  }

  /** Charges the token for this payment, unless it is already paid. */
  async function charge(token: string, key: PaymentKey): Promise<ProviderPayment> {
    const before = await find(key);
    if (before) return reportOf(before);
    const source = await client.getToken(token);
    if (!source) throw new PaymentSignatureError('Culqi knows no such token');
    const { made, refusal } = await client.createCharge({
      amount: toProviderUnits(key.amount),
      currency_code: key.amount.currency,
      email: source.email,
      source_id: source.id,
      description: key.payment,
      metadata: { payment: key.payment },
    });
    const charges = await findCharges(key);
    const isListed = charges.some(({ id }) => id === made?.id);
    const charge = await keepOne(made && !isListed ? [...charges, made] : charges);
    return charge ? reportOf(charge) : without('failed', key, refusal);
  }
  return { find, charge };
}

const isRefund = ({ type, id }: { type: string; id: string }) =>
  type.normalize('NFC') === 'devolución' || id.startsWith('ref_');

function createRefunding(client: CulqiClient) {
  async function refundsOf(charge: Charge): Promise<Refund[]> {
    const ids = (charge.operations ?? []).filter(isRefund).map(({ id }) => id);
    const refunds = await Promise.all(ids.map((id) => client.getRefund(id)));
    if (refunds.includes(null)) throw new PaymentUnavailableError('Culqi does not know its own refund');
    return refunds.filter((refund) => refund !== null);
  }

  /**
   * A refund is labelled with our id right after it is made. An unlabelled refund of the same amount counts as this
   * one, because it was left by a crash between the two steps; unless all listed refunds are known to be different
   * ones, such as one that the operator made in Culqi's panel.
   */
  return async function refunding(charge: Charge, order: RefundOrder): Promise<ProviderRefund> {
    const back = toProviderUnits(order.back);
    const refunds = await refundsOf(charge);
    const mine = refunds.find(({ metadata }) => metadata?.refund === order.refund);
    if (mine) return { status: 'done', refundRef: mine.id, reason: null };
    const left = earlierRefunds(refunds, ({ amount }) => amount, order).find(
      ({ metadata }) => !metadata?.refund,
    );
    const { made, refusal } = left
      ? { made: left, refusal: null }
      : await client.createRefund(charge.id, back, ON_REQUEST);
    if (!made) return { status: 'failed', refundRef: null, reason: refusal };
    await client.labelRefund(made.id, { refund: order.refund });
    return { status: 'done', refundRef: made.id, reason: null };
  };
}

const returnedToken = (request: ProviderRequest): string | null =>
  request.method === 'POST' ? new URLSearchParams(request.body.toString('utf8')).get('token') : null;

function createCulqi(settings: {
  readonly client: CulqiClient;
  readonly publicKey: string;
  readonly checkoutUrl: string;
  readonly login: Login;
}): PaymentProvider {
  const { client, login } = settings;
  const { find, charge } = createCharging(client);
  const payBack = createRefunding(client);
  const takeTurns = createOneAtATime();

  return {
    name: NAME,
    currencies: CURRENCIES,

    async createCheckout(order) {
      if (!CURRENCIES.some((currency) => currency === order.amount.currency))
        throw new PaymentRefusedError(`Culqi takes no ${order.amount.currency}`);
      const amount = toProviderUnits(order.amount);
      const page = pageOf(order, amount, settings.publicKey, settings.checkoutUrl);
      return { kind: 'page', providerRef: null, page };
    },

    readReturn: (request, key) =>
      takeTurns(key.payment, async () => {
        const token = returnedToken(request);
        if (token) return charge(token, key);
        const found = await find(key);
        return found ? reportOf(found) : without('open', key, null);
      }),

    readWebhook: (request) => readNotification(request, login, client, reportOf),

    query: (key) =>
      takeTurns(key.payment, async () => {
        const found = await find(key);
        return found ? reportOf(found) : without('unknown', key, null);
      }),

    refund: (order) =>
      takeTurns(order.payment, async () => {
        const found = await find(order);
        if (!found) throw new PaymentRefusedError('Culqi knows no such payment');
        return payBack(found, order);
      }),
  };
}

export const culqiAdapter = definePaymentAdapter({
  name: NAME,
  variables: z.object({
    CULQI_PUBLIC_KEY: z.string().regex(/^pk_(test|live)_/, 'begins with pk_test_ or pk_live_'),
    CULQI_SECRET_KEY: z.string().regex(/^sk_(test|live)_/, 'begins with sk_test_ or sk_live_'),
    /** user:password, as entered with the webhook in Culqi's panel. */
    CULQI_WEBHOOK_LOGIN: z.string().regex(/^[^:]+:.+$/, 'is user:password'),
    CULQI_API_URL: z.url().default('https://api.culqi.com'),
    CULQI_CHECKOUT_URL: z.url().default('https://js.culqi.com/checkout-js'),
  }),
  create: (variables, { clock }) => {
    const [user = '', ...password] = variables.CULQI_WEBHOOK_LOGIN.split(':');
    return createCulqi({
      client: createClient({
        apiUrl: variables.CULQI_API_URL.replace(/\/$/, ''),
        secretKey: variables.CULQI_SECRET_KEY,
        now: () => clock.now(),
      }),
      publicKey: variables.CULQI_PUBLIC_KEY,
      checkoutUrl: variables.CULQI_CHECKOUT_URL,
      login: { user, password: password.join(':') },
    });
  },
});
