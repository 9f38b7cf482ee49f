// Tests PayPal against a counterpart that enforces the documented rules, and its signature with a webhook signed by
// PayPal.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type CheckoutOrder,
  type PaymentProvider,
  PaymentRefusedError,
  PaymentSignatureError,
  PaymentUnavailableError,
  type ProviderRequest,
} from '../../../ports/payments.ts';
import { describePaymentProvider, orderOf, type ProviderUnderTest } from '../payment-provider.contract.ts';
import { providerRequest } from '../testing/counterpart-server.ts';
import { toPayPalAmount } from './order.ts';
import { paypalAdapter } from './paypal.ts';
import { payPalKeys, signPayPal, startPayPalCounterpart } from './testing/counterpart.ts';
import vector from './testing/signed-webhook.json' with { type: 'json' };
import { assertPayPalSignature, certificateUrl } from './webhook.ts';

const NOW = Date.UTC(2026, 3, 1, 12);
const clock = { now: () => NOW };
const OTHER_MERCHANT = '9XL90610J3647323C';

function create(url: string, clientSecret = payPalKeys.clientSecret, time = clock): PaymentProvider {
  const opened = paypalAdapter.open({
    PAYPAL_CLIENT_ID: payPalKeys.clientId,
    PAYPAL_CLIENT_SECRET: clientSecret,
    PAYPAL_WEBHOOK_ID: payPalKeys.webhookId,
    PAYPAL_API_URL: url,
  });
  if ('problems' in opened) throw new Error(opened.problems.join());
  return opened.create({ clock: time });
}

const returnedTo = (url: string): ProviderRequest => providerRequest({ method: 'GET', url });

async function start(): Promise<ProviderUnderTest> {
  const payPal = await startPayPalCounterpart(NOW);
  const provider = create(payPal.url);
  const signed = (webhook: ProviderRequest, at: number, webhookId?: string): ProviderRequest => ({
    ...webhook,
    headers: signPayPal(webhook.body, { certUrl: payPal.certUrl(), at, ...(webhookId ? { webhookId } : {}) }),
  });
  return {
    provider,
    currency: 'EUR',
    async pay({ providerRef }, order) {
      const returned = returnedTo(payPal.approve(providerRef));
      // PayPal's webhook is about the capture, which is made when the buyer returns.
      await provider.readReturn(returned, { payment: order.payment, providerRef, amount: order.amount });
      const { capture } = payPal.resources(providerRef);
      return { returned, webhooks: [payPal.event('PAYMENT.CAPTURE.COMPLETED', capture)] };
    },
    async decline(_checkout, order: CheckoutOrder) {
      return { returned: returnedTo(order.cancelUrl), webhooks: [] };
    },
    otherEvent: () => payPal.event('BILLING.PLAN.CREATED', { id: 'P-1' }),
    forged: (webhook) => signed(webhook, NOW, OTHER_MERCHANT),
    aged: (webhook, ms) => signed(webhook, NOW - ms),
    paidBack: (key) => payPal.refundedAmountOf(key.providerRef),
    breakDown: payPal.breakDown,
    close: payPal.close,
  };
}

describePaymentProvider('PayPal', start);

describe("PayPal's signatures", () => {
  // A webhook that PayPal's sandbox sent and signed, with its certificate of that time, from the test data of PayPal's
  // own Java library (URLs in the file). Signed content: developer.paypal.com/api/rest/webhooks/rest.
  const at = Date.parse(vector.headers['paypal-transmission-time']);
  const given = { headers: vector.headers, body: Buffer.from(vector.body) };
  const check = (request = given, webhook = vector.webhook, now = at) =>
    assertPayPalSignature(request, webhook, vector.certificate, now);

  it('are accepted as PayPal creates them', () => {
    expect(() => check()).not.toThrow();
  });

  it.each<[string, () => void]>([
    ['another webhook', () => check(given, payPalKeys.webhookId)],
    ['another body', () => check({ ...given, body: Buffer.from(vector.body.replace('100', '900')) })],
    ['no algorithm', () => check({ ...given, headers: { ...given.headers, 'paypal-auth-algo': '' } })],
    ['no signature', () => check({ ...given, headers: { ...given.headers, 'paypal-transmission-sig': '' } })],
    ['six minutes later', () => check(given, vector.webhook, at + 360_000)],
  ])('are refused: %s', (_, work) => {
    expect(work).toThrow(PaymentSignatureError);
  });
});

describe("PayPal's certificates", () => {
  const live = 'https://api-m.paypal.com';
  it('are fetched from the API, by either of its host names', () => {
    for (const host of ['api.paypal.com', 'api-m.paypal.com'])
      expect(certificateUrl(`https://${host}/v1/notifications/certs/CERT-1`, live).hostname).toBe(host);
  });

  it.each([
    'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
    'http://api.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.paypal.com/v1/notifications/certs/../../../sdk/CERT-1',
    'https://api.paypal.com@evil.example.com/v1/notifications/certs/CERT-1',
  ])('are not at %s', (address) => {
    expect(() => certificateUrl(address, live)).toThrow(PaymentSignatureError);
  });
});

describe("PayPal's amounts", () => {
  it.each([
    ['12.3', 'EUR', '12.30'],
    ['500', 'JPY', '500'],
    ['1200.00', 'HUF', '1200'],
    ['7', 'TWD', '7'],
  ])('%s %s is written %s', (value, currency, text) => {
    expect(toPayPalAmount({ value, currency })).toEqual({ currency_code: currency, value: text });
  });

  it.each([
    ['5.5', 'JPY'],
    ['5.5', 'HUF'],
    ['1.005', 'EUR'],
    ['5.120', 'KWD'],
    ['10', 'UYU'],
  ])('%s %s is refused', (value, currency) => {
    expect(() => toPayPalAmount({ value, currency })).toThrow(PaymentRefusedError);
  });
});

describe('a payment by PayPal', () => {
  let payPal: Awaited<ReturnType<typeof startPayPalCounterpart>>;
  let provider: PaymentProvider;
  beforeAll(async () => {
    payPal = await startPayPalCounterpart(NOW);
    provider = create(payPal.url);
  });
  afterEach(() => {
    payPal.answerCapturesWith('COMPLETED');
    payPal.answerRefundsWith('COMPLETED');
    payPal.declineWith(null);
  });
  afterAll(() => payPal.close());

  async function opened(order = orderOf('EUR', '10.00')) {
    const { providerRef } = await provider.createCheckout(order);
    return { order, key: { payment: order.payment, providerRef, amount: order.amount } };
  }
  async function paid() {
    const { key } = await opened();
    await provider.readReturn(returnedTo(payPal.approve(key.providerRef)), key);
    return key;
  }

  it('has one order, however often and concurrently it is opened', async () => {
    const before = payPal.orderCount();
    const order = orderOf('EUR');
    const checkouts = await Promise.all([1, 2, 3].map(() => provider.createCheckout(order)));
    expect(new Set(checkouts.map(({ providerRef }) => providerRef)).size).toBe(1);
    expect(payPal.orderCount()).toBe(before + 1);
  });

  it('is captured once by two returns and a webhook at the same time', async () => {
    const { key } = await opened();
    const returned = returnedTo(payPal.approve(key.providerRef));
    const approved = payPal.event('CHECKOUT.ORDER.APPROVED', payPal.resources(key.providerRef).order);
    const [one, two, notified] = await Promise.all([
      provider.readReturn(returned, key),
      provider.readReturn(returned, key),
      provider.readWebhook(approved),
    ]);
    expect([one.status, two.status]).toEqual(['captured', 'captured']);
    expect(payPal.orderAt(key.providerRef).capture?.request).toBe(`capture-${key.payment}`);
    expect(notified).toMatchObject({ kind: 'payment', report: { status: 'captured', payment: key.payment } });
  });

  it('is captured by the webhook when the buyer approved and did not return', async () => {
    const { key } = await opened();
    payPal.approve(key.providerRef);
    expect((await provider.query(key)).status).toBe('open');
    await provider.readWebhook(
      payPal.event('CHECKOUT.ORDER.APPROVED', payPal.resources(key.providerRef).order),
    );
    expect((await provider.query(key)).status).toBe('captured');
  });

  it('stays open when the card was rejected, and fails when PayPal rejects the transaction', async () => {
    const card = await opened();
    const risk = await opened();
    payPal.declineWith('INSTRUMENT_DECLINED');
    const again = returnedTo(payPal.approve(card.key.providerRef));
    expect((await provider.readReturn(again, card.key)).status).toBe('open');
    payPal.declineWith('TRANSACTION_REFUSED');
    const refused = returnedTo(payPal.approve(risk.key.providerRef));
    expect(await provider.readReturn(refused, risk.key)).toMatchObject({
      status: 'failed',
      reason: 'TRANSACTION_REFUSED',
    });
  });

  it.each([
    ['PENDING', 'pending', null],
    ['DECLINED', 'failed', 'DECLINED_BY_RISK_FRAUD_FILTERS'],
  ])('whose capture is %s is %s', async (answer, status, reason) => {
    payPal.answerCapturesWith(answer);
    const key = await paid();
    expect(await provider.query(key)).toMatchObject({ status, reason });
  });

  it('is neither read from nor paid by the order of another payment', async () => {
    const mine = await opened();
    const theirs = await opened();
    const returned = returnedTo(payPal.approve(theirs.key.providerRef));
    expect((await provider.readReturn(returned, { ...mine.key, providerRef: null })).status).toBe('unknown');
    expect((await provider.query({ ...mine.key, providerRef: theirs.key.providerRef })).status).toBe(
      'unknown',
    );
    expect((await provider.query(theirs.key)).status).toBe('open');
  });

  it('is reported by webhook when it was refunded in part or in full', async () => {
    const key = await paid();
    const back = (value: string) => ({
      ...key,
      refund: randomUUID(),
      back: { value, currency: 'EUR' },
      reason: 'No ride',
    });
    await provider.refund(back('4.00'));
    const refunded = () =>
      provider.readWebhook(
        payPal.event('PAYMENT.CAPTURE.REFUNDED', payPal.resources(key.providerRef).refund),
      );
    expect(await refunded()).toMatchObject({
      report: {
        status: 'captured',
        providerRef: key.providerRef,
        refunded: { value: '4.00', currency: 'EUR' },
      },
    });
    await provider.refund(back('6.00'));
    expect(await refunded()).toMatchObject({ report: { status: 'refunded' } });
  });

  it('is refunded once, also concurrently and after PayPal no longer has the request', async () => {
    const key = await paid();
    const order = {
      ...key,
      refund: randomUUID(),
      back: { value: '4.00', currency: 'EUR' },
      reason: 'No ride',
    };
    const [one, two] = await Promise.all([provider.refund(order), provider.refund(order)]);
    expect(two).toEqual(one);
    payPal.forgetRequests();
    expect(await provider.refund(order)).toEqual(one);
    expect(payPal.refundedAmountOf(key.providerRef)).toBe(4);
  });

  it('has a pending refund while the bank processes it, and reports one that fails', async () => {
    const key = await paid();
    const order = { ...key, refund: randomUUID(), back: key.amount, reason: 'No ride' };
    payPal.answerRefundsWith('PENDING');
    expect((await provider.refund(order)).status).toBe('pending');
    Object.assign(payPal.orderAt(key.providerRef).refunds[0] ?? {}, { status: 'FAILED' });
    expect((await provider.refund(order)).status).toBe('failed');
  });

  it('cannot be refunded when it was never paid', async () => {
    const { key } = await opened();
    const order = { ...key, refund: randomUUID(), back: key.amount, reason: 'No ride' };
    await expect(provider.refund(order)).rejects.toBeInstanceOf(PaymentRefusedError);
  });

  it('is ignored when it belongs to another shop in the same account', async () => {
    const theirs = {
      id: 'X1',
      links: [{ rel: 'up', href: 'https://api.paypal.com/v2/checkout/orders/NOTOURS' }],
    };
    expect(await provider.readWebhook(payPal.event('PAYMENT.CAPTURE.COMPLETED', theirs))).toMatchObject({
      kind: 'ignored',
    });
    const { key } = await opened();
    payPal.approve(key.providerRef);
    const shop = payPal.orderAt(key.providerRef);
    shop.custom_id = 'order-17';
    const approved = payPal.event('CHECKOUT.ORDER.APPROVED', payPal.resources(key.providerRef).order);
    expect((await provider.readWebhook(approved)).kind).toBe('ignored');
    expect(shop.capture).toBeNull();
  });

  it('is requested with one cached token, renewed when expired or revoked, and fails with a wrong secret', async () => {
    let time = NOW;
    const mine = create(payPal.url, payPalKeys.clientSecret, { now: () => time });
    const before = payPal.tokenCount();
    await mine.createCheckout(orderOf('EUR'));
    await mine.createCheckout(orderOf('EUR'));
    expect(payPal.tokenCount()).toBe(before + 1);
    time += 9 * 3_600_000;
    await mine.createCheckout(orderOf('EUR'));
    expect(payPal.tokenCount()).toBe(before + 2);
    payPal.withdrawTokens();
    await mine.createCheckout(orderOf('EUR'));
    expect(payPal.tokenCount()).toBe(1);
    const stranger = create(payPal.url, 'wrong');
    await expect(stranger.createCheckout(orderOf('EUR'))).rejects.toBeInstanceOf(PaymentRefusedError);
  });

  it.each(['CERT-OLD', 'CERT-OTHER', 'CERT-NONE', 'CERT-UNKNOWN'])(
    'is not believed by the certificate %s',
    async (name) => {
      const event = payPal.event('BILLING.PLAN.CREATED', { id: 'P-1' });
      const headers = { ...event.headers, 'paypal-cert-url': payPal.certUrl(name) };
      await expect(provider.readWebhook({ ...event, headers })).rejects.toBeInstanceOf(PaymentSignatureError);
    },
  );

  it.each([
    'https://evil.example.com/v1/notifications/certs/CERT-KERB',
    'https://api.paypal.com.evil.example.com/v1/notifications/certs/CERT-KERB',
    'file:///etc/passwd',
    'not an address',
  ])('is not believed by a certificate at %s', async (address) => {
    const event = payPal.event('BILLING.PLAN.CREATED', { id: 'P-1' });
    const headers = { ...event.headers, 'paypal-cert-url': address };
    await expect(provider.readWebhook({ ...event, headers })).rejects.toBeInstanceOf(PaymentSignatureError);
  });

  it('is retried later when PayPal cannot be queried about a webhook', async () => {
    const key = await paid();
    const event = payPal.event('PAYMENT.CAPTURE.COMPLETED', payPal.resources(key.providerRef).capture);
    payPal.breakDown(true);
    try {
      await expect(provider.readWebhook(event)).rejects.toBeInstanceOf(PaymentUnavailableError);
    } finally {
      payPal.breakDown(false);
    }
    expect((await provider.readWebhook(event)).kind).toBe('payment');
  });
});

describe("PayPal's variables", () => {
  it('are required together, and validated', () => {
    expect(paypalAdapter.required).toEqual(['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID']);
    expect(
      paypalAdapter.open({
        PAYPAL_CLIENT_ID: 'a',
        PAYPAL_CLIENT_SECRET: 'b',
        PAYPAL_WEBHOOK_ID: 'https://x',
      }),
    ).toEqual({ problems: ['PAYPAL_WEBHOOK_ID: has to be the id of a webhook, letters and digits'] });
  });
});
