// Tests Stripe against a counterpart that enforces the documented rules, and signatures against Stripe's own library.
import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Checkout,
  type CheckoutOrder,
  type PaymentProvider,
  PaymentRefusedError,
  PaymentSignatureError,
  PaymentUnavailableError,
  type ProviderRequest,
} from '../../../ports/payments.ts';
import { createRemoteCalls } from '../../remote-calls.ts';
import { describePaymentProvider, orderOf, type ProviderUnderTest } from '../payment-provider.contract.ts';
import { providerRequest } from '../testing/counterpart-server.ts';
import { fromStripeAmount, toStripeAmount } from './amounts.ts';
import { createStripeClient } from './client.ts';
import { stripeAdapter } from './stripe.ts';
import { signStripe, startStripeCounterpart, stripeKeys } from './testing/counterpart.ts';
import { assertStripeSignature } from './webhook.ts';

const NOW = Date.UTC(2026, 3, 1, 12);
const clock = { now: () => NOW };

function create(url: string, secretKey = stripeKeys.secretKey): PaymentProvider {
  const opened = stripeAdapter.open({
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
    STRIPE_API_URL: url,
  });
  if ('problems' in opened) throw new Error(opened.problems.join());
  return opened.create({ clock });
}

function eventOf(type: string, object: object, at = NOW): ProviderRequest {
  const body = JSON.stringify(
    { id: `evt_${randomUUID()}`, object: 'event', type, data: { object } },
    null,
    2,
  );
  return providerRequest({ body, headers: { 'stripe-signature': signStripe(body, at) } });
}

function refOf({ providerRef }: Checkout): string {
  if (providerRef === null) throw new Error('Stripe names its sessions at once');
  return providerRef;
}

const returnedTo = (url: string): ProviderRequest => providerRequest({ method: 'GET', url });

async function start(): Promise<ProviderUnderTest> {
  const stripe = await startStripeCounterpart();
  const signed = (webhook: ProviderRequest, at: number, secret?: string): ProviderRequest => ({
    ...webhook,
    headers: { ...webhook.headers, 'stripe-signature': signStripe(webhook.body, at, secret) },
  });
  return {
    provider: create(stripe.url),
    currency: 'EUR',
    async pay(checkout) {
      const session = stripe.finish(refOf(checkout), 'paid');
      return {
        returned: returnedTo(session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id)),
        webhooks: [eventOf('checkout.session.completed', stripe.sessionObject(session.id))],
      };
    },
    async decline(checkout, order: CheckoutOrder) {
      const session = stripe.expire(refOf(checkout));
      return {
        returned: returnedTo(order.cancelUrl),
        webhooks: [eventOf('checkout.session.expired', stripe.sessionObject(session.id))],
      };
    },
    otherEvent: () => eventOf('customer.created', { id: 'cus_1', object: 'customer' }),
    forged: (webhook) => signed(webhook, NOW, 'whsec_of_another_merchant'),
    aged: (webhook, ms) => signed(webhook, NOW - ms),
    paidBack: (key) => stripe.refundedAmountOf(key.providerRef ?? '') / 100,
    breakDown: stripe.breakDown,
    close: stripe.close,
  };
}

describePaymentProvider('Stripe', start);

describe("Stripe's signatures", () => {
  const peer = new Stripe(stripeKeys.secretKey);
  const secret = stripeKeys.webhookSecret;
  const payload = '{\n  "id": "evt_test_webhook",\n  "object": "event",\n  "name": "Núñez ☂"\n}';
  const timestamp = NOW / 1000;
  const header = peer.webhooks.generateTestHeaderString({ payload, secret, timestamp });

  // The documentation shows the header's format without a matching body, so Stripe's own library signs here:
  // https://docs.stripe.com/webhooks/signature, "Verify manually"; stripe-node, README, "Testing Webhook signing".
  it('are read as Stripe’s own library writes them', () => {
    expect(() => assertStripeSignature(header, Buffer.from(payload), secret, NOW)).not.toThrow();
    expect(signStripe(payload, NOW)).toContain(header);
  });

  it('are written as Stripe’s own library reads them', () => {
    expect(
      peer.webhooks.constructEvent(payload, signStripe(payload, NOW), secret, 300, undefined, NOW).id,
    ).toBe('evt_test_webhook');
  });

  it('may be several, during a rotation of the secret', () => {
    const [time, v1] = header.split(',');
    const both = `${time},v1=${'a'.repeat(64)},${v1}`;
    expect(() => assertStripeSignature(both, Buffer.from(payload), secret, NOW)).not.toThrow();
  });

  it.each([
    ['of the test scheme only', header.replace('v1=', 'v0=')],
    ['without a time', header.replace(/^t=\d+,/, '')],
    ['with another time', header.replace(/^t=\d+/, `t=${timestamp + 1}`)],
    ['with a time that is no number', header.replace(/^t=\d+/, 't=1e9')],
    ['cut short', header.slice(0, -1)],
    ['of nothing', ''],
  ])('are refused: %s', (_, wrong) => {
    expect(() => assertStripeSignature(wrong, Buffer.from(payload), secret, NOW)).toThrow(
      PaymentSignatureError,
    );
  });
});

describe("Stripe's amounts", () => {
  // https://docs.stripe.com/currencies: zero-decimal, special cases, three-decimal.
  it.each([
    ['12.34', 'EUR', 1234],
    ['500', 'JPY', 500],
    ['500', 'MGA', 500],
    ['5', 'UGX', 500],
    ['5', 'ISK', 500],
    ['5.12', 'KWD', 5120],
    ['12.34', 'HUF', 1234],
  ])('%s %s are %d', (value, currency, units) => {
    expect(toStripeAmount({ value, currency })).toBe(units);
    const money = fromStripeAmount(units, currency.toLowerCase());
    expect({ ...money, value: Number(money.value) }).toEqual({ value: Number(value), currency });
  });

  it.each([
    ['5.5', 'JPY'],
    ['5.5', 'UGX'],
    ['5.5', 'ISK'],
    ['5.124', 'KWD'],
    ['1.005', 'EUR'],
    ['1e3x', 'EUR'],
  ])('%s %s are refused', (value, currency) => {
    expect(() => toStripeAmount({ value, currency })).toThrow(PaymentRefusedError);
  });
});

describe('a payment by Stripe', () => {
  let stripe: Awaited<ReturnType<typeof startStripeCounterpart>>;
  let provider: PaymentProvider;
  beforeAll(async () => {
    stripe = await startStripeCounterpart();
    provider = create(stripe.url);
  });
  afterAll(() => stripe.close());

  async function opened(order = orderOf('EUR', '10.00')) {
    const checkout = await provider.createCheckout(order);
    return {
      order,
      id: refOf(checkout),
      key: { payment: order.payment, providerRef: refOf(checkout), amount: order.amount },
    };
  }

  it('has one session, however often and concurrently it is opened', async () => {
    const before = stripe.sessionCount();
    const order = orderOf('EUR');
    const checkouts = await Promise.all([1, 2, 3].map(() => provider.createCheckout(order)));
    expect(new Set(checkouts.map(refOf)).size).toBe(1);
    expect(stripe.sessionCount()).toBe(before + 1);
  });

  it('is rejected for another amount under the same id', async () => {
    const { order } = await opened();
    const dearer = { ...order, amount: { ...order.amount, value: '11.00' } };
    await expect(provider.createCheckout(dearer)).rejects.toBeInstanceOf(PaymentRefusedError);
  });

  it('is rejected below the smallest amount, and with a wrong key', async () => {
    await expect(provider.createCheckout(orderOf('EUR', '0.01'))).rejects.toBeInstanceOf(PaymentRefusedError);
    const stranger = create(stripe.url, 'sk_test_of_another_merchant');
    await expect(stranger.createCheckout(orderOf('EUR'))).rejects.toBeInstanceOf(PaymentRefusedError);
  });

  it('is found by our id when its session is unknown', async () => {
    const { id, key } = await opened();
    stripe.finish(id, 'paid');
    expect(await provider.query({ ...key, providerRef: null })).toMatchObject({
      status: 'captured',
      providerRef: id,
    });
  });

  it('is not read from the session of another payment', async () => {
    const mine = await opened();
    const paid = await opened();
    stripe.finish(paid.id, 'paid');
    expect((await provider.query({ ...mine.key, providerRef: paid.id })).status).toBe('unknown');
    const back = returnedTo(`${mine.order.returnUrl}?session_id=${paid.id}`);
    expect((await provider.readReturn(back, { ...mine.key, providerRef: null })).status).toBe('unknown');
  });

  it('by bank transfer is pending until the money arrives, or failed when it does not', async () => {
    const slow = await opened();
    const lost = await opened();
    for (const { id } of [slow, lost]) stripe.finish(id, 'processing');
    expect((await provider.query(slow.key)).status).toBe('pending');
    stripe.finish(slow.id, 'paid');
    stripe.finish(lost.id, 'lost');
    expect((await provider.query(slow.key)).status).toBe('captured');
    expect(await provider.query(lost.key)).toMatchObject({ status: 'failed', reason: 'The bank said no.' });
    const failed = eventOf('checkout.session.async_payment_failed', stripe.sessionObject(lost.id));
    expect(await provider.readWebhook(failed)).toMatchObject({
      report: { status: 'failed', providerRef: lost.id },
    });
    const pending = eventOf('checkout.session.completed', {
      ...stripe.sessionObject(slow.id),
      payment_status: 'unpaid',
    });
    expect(await provider.readWebhook(pending)).toMatchObject({ report: { status: 'pending' } });
  });

  it('is reported by webhook when it was refunded in the dashboard', async () => {
    const payment = randomUUID();
    const charge = (amount_refunded: number) =>
      eventOf('charge.refunded', {
        object: 'charge',
        amount: 1000,
        amount_captured: 1000,
        amount_refunded,
        currency: 'jpy',
        metadata: { payment },
      });
    expect(await provider.readWebhook(charge(400))).toMatchObject({
      report: { status: 'captured', payment, refunded: { value: '400', currency: 'JPY' } },
    });
    expect(await provider.readWebhook(charge(1000))).toMatchObject({ report: { status: 'refunded' } });
  });

  it('is reported as refunded by the amount of lost disputes', async () => {
    const { id, key } = await opened();
    stripe.finish(id, 'paid');
    const end = (amount: number, status: 'lost' | 'won') =>
      provider.readWebhook(eventOf('charge.dispute.closed', stripe.endDispute(id, amount, status)));
    expect((await end(1000, 'won')).kind).toBe('ignored');
    expect(await end(400, 'lost')).toMatchObject({
      kind: 'payment',
      report: {
        status: 'captured',
        payment: key.payment,
        providerRef: id,
        refunded: { value: '4.00', currency: 'EUR' },
      },
    });
    await provider.refund({
      ...key,
      refund: randomUUID(),
      back: { value: '1.00', currency: 'EUR' },
      reason: '',
    });
    expect(await provider.query(key)).toMatchObject({ refunded: { value: '5.00' } });
    const charge = {
      amount: 1000,
      amount_captured: 1000,
      amount_refunded: 100,
      currency: 'eur',
      metadata: { payment: key.payment },
      disputed: true,
      payment_intent: stripe.sessionObject(id).payment_intent,
    };
    expect(await provider.readWebhook(eventOf('charge.refunded', charge))).toMatchObject({
      report: { payment: key.payment, refunded: { value: '5.00' } },
    });
    expect(await end(500, 'lost')).toMatchObject({ report: { status: 'refunded' } });
  });

  it('is ignored when it belongs to another shop in the same account', async () => {
    const { id } = await opened();
    for (const client_reference_id of [null, 'order-17']) {
      const theirs = { ...stripe.sessionObject(id), client_reference_id, metadata: {} };
      expect(await provider.readWebhook(eventOf('checkout.session.completed', theirs))).toMatchObject({
        kind: 'ignored',
        event: 'checkout.session.completed',
      });
    }
    const charge = {
      amount: 1,
      amount_captured: 1,
      amount_refunded: 1,
      currency: 'eur',
      metadata: { payment: '17' },
    };
    expect((await provider.readWebhook(eventOf('charge.refunded', charge))).kind).toBe('ignored');
    const dispute = { amount: 500, currency: 'eur', payment_intent: 'pi_of_another_shop', status: 'lost' };
    expect((await provider.readWebhook(eventOf('charge.dispute.closed', dispute))).kind).toBe('ignored');
  });

  it('is refunded once, also concurrently and after Stripe no longer has the key', async () => {
    const { id, key } = await opened();
    stripe.finish(id, 'paid');
    const order = {
      ...key,
      refund: randomUUID(),
      back: { value: '4.00', currency: 'EUR' },
      reason: 'No ride',
    };
    const [one, two] = await Promise.all([provider.refund(order), provider.refund(order)]);
    expect(two).toEqual(one);
    stripe.forgetKeys();
    expect(await provider.refund(order)).toEqual(one);
    expect(stripe.refundedAmountOf(id)).toBe(400);
  });

  it('has a pending refund while the bank processes it, and reports one that fails', async () => {
    const { id, key } = await opened();
    stripe.finish(id, 'paid');
    const order = { ...key, refund: randomUUID(), back: key.amount, reason: 'No ride' };
    stripe.refundWith('pending');
    expect((await provider.refund(order)).status).toBe('pending');
    Object.assign(stripe.refunds.at(-1) ?? {}, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
    stripe.refundWith('succeeded');
    expect(await provider.refund(order)).toMatchObject({ status: 'failed', reason: 'lost_or_stolen_card' });
  });

  it('cannot be refunded when it was never paid', async () => {
    const { key } = await opened();
    const order = { ...key, refund: randomUUID(), back: key.amount, reason: 'No ride' };
    await expect(provider.refund(order)).rejects.toBeInstanceOf(PaymentRefusedError);
  });

  it('cannot be requested when no server answers', async () => {
    const unreachable = create('http://127.0.0.1:9');
    await expect(unreachable.createCheckout(orderOf('EUR'))).rejects.toBeInstanceOf(PaymentUnavailableError);
  });
});

describe("Stripe's variables", () => {
  it('are required together, and validated', () => {
    expect(stripeAdapter.required).toEqual(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']);
    expect(stripeAdapter.open({ STRIPE_SECRET_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toEqual({
      problems: ['STRIPE_SECRET_KEY: has to start with sk_ or rk_'],
    });
  });
});

it('stops calling for a while when it keeps failing', async () => {
  const counterpart = await startStripeCounterpart();
  const calls = createRemoteCalls();
  const client = createStripeClient(stripeKeys.secretKey, counterpart.url, calls);
  const state = () => calls.states().get(new URL(counterpart.url).host);
  await expect(client.checkout.sessions.retrieve('cs_unknown')).rejects.toThrow(/No such/);
  expect(state()).toBe('closed');
  counterpart.breakDown(true);
  for (let nth = 0; nth < 6; nth += 1)
    await expect(client.checkout.sessions.retrieve('cs_unknown')).rejects.toThrow();
  expect(state()).toBe('open');
  await counterpart.close();
});
