// Stripe adapter: a hosted Checkout page, signed webhooks, and refunds of the payment behind the page.
import type Stripe from 'stripe';
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
} from '../../../ports/payments.ts';
import { definePaymentAdapter } from '../payment-adapter.ts';
import { toStripeAmount } from './amounts.ts';
import { callStripe, createStripeClient, findAtStripe } from './client.ts';
import {
  chargeOf,
  paymentIntent,
  paymentOf,
  reportOf,
  type StripeSession,
  stripeDispute,
  stripeSession,
} from './session.ts';
import { readStripeWebhook } from './webhook.ts';

const UNKNOWN: ProviderPayment = {
  status: 'unknown',
  payment: null,
  providerRef: null,
  amount: null,
  refunded: null,
  reason: null,
};

const stripeRefund = z.object({
  id: z.string(),
  status: z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled']),
  failure_reason: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});
const listOf = <T>(item: z.ZodType<T>) => z.object({ data: z.array(item) });

/** Languages of the hosted page (API reference, Checkout Session, `locale`); some also with a region. */
const LANGUAGES = new Set(
  'bg cs da de el en es et fi fil fr hr hu id it ja ko lt lv ms mt nb nl pl pt ro ru sk sl sv th tr vi zh'.split(
    ' ',
  ),
);

function localeOf(locale: string): Stripe.Checkout.SessionCreateParams.Locale {
  const [language = '', region = ''] = locale.split('-');
  if (language === 'es' && region !== '' && region !== 'ES') return 'es-419';
  if (language === 'pt' && region === 'BR') return 'pt-BR';
  if (language === 'zh' && (region === 'TW' || region === 'HK')) return `zh-${region}`;
  const known = z.custom<Stripe.Checkout.SessionCreateParams.Locale>(
    (value) => typeof value === 'string' && LANGUAGES.has(value),
  );
  return known.safeParse(language).data ?? 'auto';
}

/** The braces are Stripe's placeholder and must not be escaped. */
const withSession = (returnUrl: string): string =>
  `${returnUrl}${returnUrl.includes('?') ? '&' : '?'}session_id={CHECKOUT_SESSION_ID}`;

/**
 * The parameters must depend only on the order, because Stripe requires identical ones for calls with the same
 * idempotency key.
 */
function sessionOf(order: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
  const metadata = { payment: order.payment };
  return {
    mode: 'payment',
    client_reference_id: order.payment,
    metadata,
    payment_intent_data: { metadata, description: order.product_name },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: order.amount.currency.toLowerCase(),
          unit_amount: toStripeAmount(order.amount),
          product_data: { name: order.product_name },
        },
      },
    ],
    // The buyer is charged in the booking's currency, so that the captured amount equals the requested one.
    adaptive_pricing: { enabled: false },
    ...(order.buyer.email === '' ? {} : { customer_email: order.buyer.email }),
    success_url: withSession(order.returnUrl),
    cancel_url: order.cancelUrl,
    locale: localeOf(order.locale),
  };
}

async function createCheckout(stripe: Stripe, order: CheckoutOrder): Promise<Checkout> {
  const options = { idempotencyKey: `checkout-${order.payment}` };
  const session = await callStripe(stripe.checkout.sessions.create(sessionOf(order), options), stripeSession);
  if (!session.url) throw new PaymentUnavailableError('Stripe opened a session without a page');
  return { kind: 'redirect', providerRef: session.id, url: session.url };
}

async function findSessionOfIntent(stripe: Stripe, payment_intent: string): Promise<StripeSession | null> {
  const expand = ['data.payment_intent.latest_charge'];
  const sessions = await callStripe(
    stripe.checkout.sessions.list({ payment_intent, limit: 1, expand }),
    listOf(stripeSession),
  );
  return sessions.data[0] ?? null;
}

/** Finds the session by its id or, when that is unknown, by our id in the payment's metadata. */
async function findSession(stripe: Stripe, key: PaymentKey): Promise<StripeSession | null> {
  const expand = ['payment_intent.latest_charge'];
  if (key.providerRef !== null) {
    const session = await findAtStripe(
      stripe.checkout.sessions.retrieve(key.providerRef, { expand }),
      stripeSession,
    );
    return session && paymentOf(session) === key.payment ? session : null;
  }
  // The search lags: a payment is found about a minute after the buyer's first attempt, and before it a session has no
  // payment.
  const intents = await callStripe(
    stripe.paymentIntents.search({ query: `metadata['payment']:'${key.payment}'` }),
    listOf(paymentIntent),
  );
  const [intent] = intents.data;
  if (!intent) return null;
  const session = await findSessionOfIntent(stripe, intent.id);
  return session && paymentOf(session) === key.payment ? session : null;
}

/** Amount that lost disputes have returned, in units of the session's currency. */
async function findLost(stripe: Stripe, session: StripeSession): Promise<number> {
  const { intent, paid } = chargeOf(session);
  if (!intent || !paid?.disputed) return 0;
  const disputes = await callStripe(
    stripe.disputes.list({ payment_intent: intent.id, limit: 100 }),
    listOf(stripeDispute),
  );
  return disputes.data
    .filter(({ status }) => status === 'lost')
    .reduce(
      (sum, { amount, currency }) => sum + (currency === session.currency ? amount : paid.amount_captured),
      0,
    );
}

async function reportWithDisputes(stripe: Stripe, session: StripeSession): Promise<ProviderPayment> {
  return reportOf(session, await findLost(stripe, session));
}

async function query(stripe: Stripe, key: PaymentKey): Promise<ProviderPayment> {
  const session = await findSession(stripe, key);
  return session ? reportWithDisputes(stripe, session) : UNKNOWN;
}

/** The state of a payment by its PaymentIntent; null when it is of another shop in the same account. */
async function queryIntent(stripe: Stripe, intent: string): Promise<ProviderPayment | null> {
  const session = await findSessionOfIntent(stripe, intent);
  return session && paymentOf(session) !== null ? reportWithDisputes(stripe, session) : null;
}

function refundReport({ id, status, failure_reason: reason }: z.infer<typeof stripeRefund>): ProviderRefund {
  switch (status) {
    case 'succeeded':
      return { status: 'done', refundRef: id, reason: null };
    case 'pending':
    case 'requires_action':
      return { status: 'pending', refundRef: id, reason: null };
    case 'failed':
    case 'canceled':
      return { status: 'failed', refundRef: id, reason: reason ?? `The refund is ${status}` };
  }
}

/**
 * Looks for the refund before making it, because an idempotency key is valid for a day only, returns the state of that
 * time, and a refund may be requested later. The key deduplicates concurrent requests.
 */
async function refund(stripe: Stripe, order: RefundOrder): Promise<ProviderRefund> {
  const amount = toStripeAmount(order.back);
  const session = await findSession(stripe, order);
  const intent = session?.payment_intent;
  const payment_intent = typeof intent === 'object' ? intent?.id : intent;
  if (!payment_intent) throw new PaymentRefusedError('Stripe has taken no money for this payment');
  const made = await callStripe(stripe.refunds.list({ payment_intent, limit: 100 }), listOf(stripeRefund));
  const before = made.data.find(({ metadata }) => metadata?.refund === order.refund);
  if (before) return refundReport(before);
  const metadata = { refund: order.refund, payment: order.payment, reason: order.reason.slice(0, 500) };
  const options = { idempotencyKey: `refund-${order.refund}` };
  return refundReport(
    await callStripe(stripe.refunds.create({ payment_intent, amount, metadata }, options), stripeRefund),
  );
}

export const stripeAdapter = definePaymentAdapter({
  name: 'stripe',
  variables: z.object({
    STRIPE_SECRET_KEY: z.string().regex(/^[rs]k_/, 'has to start with sk_ or rk_'),
    STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_'),
    STRIPE_API_URL: z.url().default('https://api.stripe.com'),
  }),
  create(variables, { clock }): PaymentProvider {
    const stripe = createStripeClient(variables.STRIPE_SECRET_KEY, variables.STRIPE_API_URL);
    return {
      name: 'stripe',
      currencies: null,
      createCheckout: async (order) => createCheckout(stripe, order),
      readReturn: (request, key) =>
        query(stripe, { ...key, providerRef: key.providerRef ?? request.query.get('session_id') }),
      readWebhook: async (request) =>
        readStripeWebhook(request, variables.STRIPE_WEBHOOK_SECRET, clock.now(), (intent) =>
          queryIntent(stripe, intent),
        ),
      query: (key) => query(stripe, key),
      refund: (order) => refund(stripe, order),
    };
  },
});
